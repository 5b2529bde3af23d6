import {
  atOperation,
  callerOf,
  changedAnswer,
  changingItems,
  ownAnswer,
  parentPathOf,
  pathOf,
  readAs,
  sentBy,
  successStatus,
  withItem,
  withSent,
  showsIdentity,
} from '../proxy/answers.ts';
import { isSuccess } from '../proxy/fault-proxy.ts';
import type { Exchange, Fault, Interceptor, ProxyAnswer, Scene } from '../proxy/fault-proxy.ts';
import { formerState } from '../proxy/former-state.ts';
import { comparableFields, isItem, parentOf, readsOf } from '../proxy/operations.ts';
import type { JsonObject, ProxyOperation } from '../proxy/operations.ts';
import { hasOtherValue, otherValue, shownSentFields, without } from './fields.ts';
import { STATE, UNASKED } from './labels.ts';
import { otherParent } from './other-parent.ts';

const FOR_EVER = Number.POSITIVE_INFINITY;

/** Faults of the stored state, or of the state that reads show. */
export const STATE_FAULTS: Fault[] = [
  {
    name: 'write not stored',
    family: 'state',
    expected: STATE,
    appliesTo: (operation, all) => isWrite(operation) && readsOf(operation, all).length > 0,
    plant: lostWrites,
  },
  {
    name: 'delete no-op',
    family: 'state',
    expected: STATE,
    appliesTo: (operation, all) => operation.role === 'delete' && readsOf(operation, all).length > 0,
    plant: lostWrites,
  },
  {
    // The response is that of a successful action: the unchanged item, or the documented status alone.
    name: 'action no-op',
    family: 'state',
    expected: STATE,
    appliesTo: (operation, all) => operation.role === 'action' && readsOf(operation, all).length > 0,
    plant: (scene) => (showsItem(scene.operation, scene.operations) ? untouched(scene) : lostWrites(scene)),
  },
  {
    name: 'partial write',
    family: 'state',
    expected: STATE,
    appliesTo: (operation, all) =>
      isWrite(operation) && readsOf(operation, all).length > 0 && losableFields(operation, all).length > 0,
    plant: (scene) => (scene.operation.role === 'create' ? createdWithout(scene) : updatedWithout(scene)),
  },
  {
    name: 'value altered',
    family: 'state',
    expected: STATE,
    appliesTo: (operation, all) => alterableFields(operation, all).length > 0,
    plant: (scene) => {
      const fields = alterableFields(scene.operation, scene.operations);
      if (scene.operation.method === 'GET')
        return changingItems(scene, (item) => withOther(item, fields, scene.operation.item.properties));
      return storedOtherwise(scene, fields);
    },
  },
  {
    name: 'stale read',
    family: 'state',
    expected: [...STATE, ...UNASKED],
    appliesTo: (operation, all) => all.some((other) => changesWhatIsRead(other, operation)),
    plant: (scene) => {
      // Imitates a cache that writes do not clear: the first response at a path is returned for ever, for any query.
      const cache = new Map<string, ProxyAnswer>();
      return atOperation(scene, async (exchange) => {
        const key = `${pathOf(exchange)} ${callerOf(exchange)}`;
        const cached = cache.get(key);
        if (cached !== undefined) return cached;
        const answer = await exchange.send();
        if (isSuccess(answer)) cache.set(key, answer);
        return answer;
      });
    },
  },
  {
    name: 'child under wrong parent',
    family: 'state',
    expected: STATE,
    appliesTo: (operation, all) => {
      const parent = parentOf(operation.template);
      return (
        operation.role === 'create' &&
        isItem(parent) &&
        readsOf(operation, all).length > 0 &&
        all.some(({ role, about }) => role === 'create' && about === parentOf(parent))
      );
    },
    plant: (scene) => {
      const parents = otherParent(scene);
      return async (exchange) => {
        if (exchange.operation !== scene.operation) return parents.notice(exchange);
        const path = await parents.elsewhere(exchange);
        return exchange.send(path === undefined ? {} : { path });
      };
    },
  },
];

function isWrite({ role }: ProxyOperation): boolean {
  return role === 'create' || role === 'update';
}

/** True if a successful `write` changes a later response of `read`. */
function changesWhatIsRead(write: ProxyOperation, read: ProxyOperation): boolean {
  if (write.method === 'GET' || write.role === 'other') return false;
  if (read.role === 'list')
    return write.about === read.about || (isItem(write.about) && parentOf(write.about) === read.about);
  return read.role === 'read' && write.about === read.about;
}

/** Returns the right response to a write, but no read shows its effect. */
function lostWrites(scene: Scene): Interceptor {
  const state = formerState(scene);
  return (exchange) =>
    exchange.operation === scene.operation ? state.write(exchange, FOR_EVER) : state.other(exchange);
}

function showsItem(action: ProxyOperation, all: ProxyOperation[]): boolean {
  const [read] = readsOf(action, all).filter(({ role }) => role === 'read');
  const names = Object.keys(action.item.properties);
  return read !== undefined && names.every((name) => read.item.properties[name] !== undefined);
}

/**
 * Does not send the owner's action to the target, and returns the item unchanged. Sends it if the item cannot be read.
 */
function untouched(scene: Scene): Interceptor {
  const { operation, operations } = scene;
  const [read] = readsOf(operation, operations).filter(({ role }) => role === 'read');
  return atOperation(scene, async (exchange) => {
    // A caller without permission is refused as before.
    if (!showsIdentity(exchange, scene.identities.owner)) return exchange.send();
    const answer = await readAs(exchange, parentPathOf(exchange));
    if (!isSuccess(answer) || read === undefined) return exchange.send();
    if (operation.answers === 'none') return ownAnswer(successStatus(operation));
    return { ...answer, status: successStatus(operation) };
  });
}

/** Fields whose loss a read shows. For a create, only optional ones. */
function losableFields(operation: ProxyOperation, all: ProxyOperation[]): string[] {
  const fields = shownSentFields(operation, all);
  return operation.role === 'create' ? fields.filter((name) => !operation.sent.required.includes(name)) : fields;
}

/**
 * A create does not store one optional field. If the lost value equals the default, another field is chosen next time.
 */
function createdWithout(scene: Scene): Interceptor {
  const { operation, operations } = scene;
  const fields = losableFields(operation, operations);
  const defaulted = new Set<string>();
  return atOperation(scene, async (exchange) => {
    const sent = sentBy(exchange);
    const name = fields.find(
      (field) => Object.hasOwn(sent, field) && !defaulted.has(`${field} ${JSON.stringify(sent[field])}`),
    );
    if (name === undefined) return exchange.send();
    const value = sent[name] ?? null;
    const answer = await exchange.send(withSent(exchange, (body) => without(body, name)));
    return changedAnswer(answer, (whole) =>
      withItem(operation, whole, (item) => {
        if (JSON.stringify(item[name]) === JSON.stringify(value)) defaulted.add(`${name} ${JSON.stringify(value)}`);
        return operation.item.properties[name] === undefined ? item : { ...item, [name]: value };
      }),
    );
  });
}

/** A write stores another value of one field. If the service refuses that for each field, it stores what was sent. */
function storedOtherwise(scene: Scene, fields: string[]): Interceptor {
  const { properties } = scene.operation.sent;
  return atOperation(scene, async (exchange) => {
    for (const name of fields) {
      const changed = withSent(exchange, (sent) => withOther(sent, [name], properties));
      if (changed.body === undefined || changed.body.equals(exchange.request.body)) continue;
      const answer = await exchange.send(changed);
      if (isSuccess(answer)) return answer;
    }
    return exchange.send();
  });
}

/** An update does not change the last of the fields that it would change. */
function updatedWithout(scene: Scene): Interceptor {
  const state = formerState(scene);
  const fields = losableFields(scene.operation, scene.operations);
  const pick = (exchange: Exchange, before: JsonObject) => {
    const sent = sentBy(exchange);
    return fields.filter((name) => Object.hasOwn(sent, name) && sent[name] !== before[name]).slice(-1);
  };
  return (exchange) =>
    exchange.operation === scene.operation ? state.write(exchange, FOR_EVER, pick) : state.other(exchange);
}

/** Fields with another known valid value: free texts first, then numbers, then the rest. */
function alterableFields(operation: ProxyOperation, all: ProxyOperation[]): string[] {
  if (operation.method !== 'GET' && !isWrite(operation)) return [];
  const { properties } = operation.method === 'GET' ? operation.item : operation.sent;
  const fields = operation.method === 'GET' ? comparableFields(operation, all) : shownSentFields(operation, all);
  const rank = (name: string) =>
    ['string', 'number', 'integer'].findIndex(
      (type) => properties[name]?.type === type && properties[name].enum === undefined,
    );
  return fields
    .filter((name) => hasOtherValue(properties[name]))
    .toSorted((a, b) => ((rank(a) + 4) % 4) - ((rank(b) + 4) % 4));
}

function withOther(item: JsonObject, fields: string[], properties: Record<string, JsonObject>): JsonObject {
  for (const name of fields) {
    const other = otherValue(properties[name], item[name]);
    if (item[name] !== undefined && other !== undefined) return { ...item, [name]: other };
  }
  return item;
}
