import { readPointer } from '#verifier/plan/json-pointer.ts';
import type { Json } from '#verifier/plan/plan.ts';

import { requiredQuery } from '../../resources/lists/required-query.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { ownPointer } from '../../resources/responses/response-shape.ts';
import { isNumber } from '../../intake/schema/flat-schema.ts';
import type { JsonObject } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { initialState, overlay, workOf } from './initial-state.ts';
import { defaultFields, type CreatedItem, numberOf, createAnswerFields } from './created-item.ts';
import type { MockCall } from './mock-call.ts';
import type { MockMemory } from './mock-state.ts';
import { newId } from './render-response.ts';
import type { Route } from './route.ts';
import type { StoredItem } from './item-store.ts';
import type { ListPlace } from '../../resources/model/item-place.ts';
import { altered } from '../faults/altered.ts';
import { isIdentity, isIdLike } from '../../vocabulary/identifiers.ts';
import type { FaultId } from '../../journeys/model/fault-id.ts';

/** Makes the mock's items. All items of one create share a serial number, from which the server's ids are made. */
export class ItemMaker {
  readonly #schemas: SchemaStore;
  readonly #fault: (operator: FaultId, route: Route) => boolean;
  readonly #memory: Pick<MockMemory, 'serial'>;

  constructor(
    schemas: SchemaStore,
    fault: (operator: FaultId, route: Route) => boolean,
    memory: Pick<MockMemory, 'serial'>,
  ) {
    this.#schemas = schemas;
    this.#fault = fault;
    this.#memory = memory;
  }

  /**
   * Returns a new item of each resource in `kinds`, with the sent values. Items of two resources with one list refer
   * to each other by `listedAs`.
   */
  make(call: MockCall, kinds: Resource[], sent: JsonObject): CreatedItem[] {
    this.#memory.serial += 1;
    const all = kinds.map((made) => ({ made, item: this.#newItem(made, call, sent) }));
    for (const { made, item } of all) {
      const isListing = (one: CreatedItem) =>
        one.made !== made && made.list && one.made.list?.operation === made.list.operation;
      const listed = all.find(isListing);
      if (listed) item.listedAs = listed.item;
    }
    return all;
  }

  /** Returns the ids that the create's response shows beside the sent values, by JSON Pointer. */
  told(makes: CreatedItem[]): Record<string, Json> {
    return Object.fromEntries(
      makes.flatMap(({ made, item }) => createAnswerFields(this.#schemas, made, item, this.#memory.serial)),
    );
  }

  #newItem(made: Resource, call: MockCall, sent: JsonObject): StoredItem {
    const schemas = this.#schemas;
    const usual = defaultFields(schemas, made, call.route.operation);
    const first = this.#fault('default-ignored', call.route) ? altered(usual) : usual;
    const own = { ...numberOf(schemas, made, this.#memory.serial), ...initialState(schemas, made), ...first };
    const fields = overlay({ ...own, ...this.#asked(call) }, sent);
    const isLost = this.#fault('job-result-lost', call.route);
    const isStuck = this.#fault('job-never-finishes', call.route);
    const coming = isStuck ? [] : workOf(schemas, made, isLost ? sent : undefined);
    return { id: this.#newIdOf(made, call, fields), owner: call.identity, fields, first: { ...fields }, coming };
  }

  /** Returns the values of required query parameters, which the item holds too: `?project_id=7`. */
  #asked({ route, query }: MockCall): JsonObject {
    const said = requiredQuery(route.operation).flatMap(({ name, schema }): [string, Json][] => {
      const text = query.get(name);
      return text === null ? [] : [[name, isNumber(this.#schemas.flatten(schema)) ? Number(text) : text]];
    });
    return Object.fromEntries(said);
  }

  #newIdOf({ create, read, list }: Resource, call: MockCall, sent: JsonObject): Json {
    const source = create?.id;
    const idField = source?.from === 'body' ? source.field : (read?.place.id ?? list?.place.item.id);
    const schema = source?.from === 'list' ? source.schema : (idField?.schema ?? true);
    const made = () => newId(this.#schemas, schema, this.#memory.serial);
    if (source?.from === 'path') return call.path[source.param] ?? made();
    if (source?.from === 'sent') return readPointer(call.body, source.pointer) ?? made();
    return (idField && readPointer(sent, ownPointer(idField))) ?? made();
  }
}

/** Returns new values for the members that may identify an entry of the list: ids and names. */
export function withListedName(schemas: SchemaStore, { item: { flat } }: ListPlace): JsonObject {
  const names = Object.entries(flat.properties).filter(([name]) => isIdLike(name) || isIdentity(name));
  return Object.fromEntries(names.map(([name, schema]) => [name, newId(schemas, schema, 1)]));
}
