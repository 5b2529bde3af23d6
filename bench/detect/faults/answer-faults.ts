import {
  atOperation,
  callerOf,
  changingItems,
  entriesOf,
  entryId,
  noSuchRoute,
  ownAnswer,
  pathOf,
  parentPathOf,
  readAs,
} from '../proxy/answers.ts';
import { isSuccess, jsonOf } from '../proxy/fault-proxy.ts';
import type { Exchange, Fault, ProxyAnswer, Scene } from '../proxy/fault-proxy.ts';
import { collectionOf, comparableFields, parentOf } from '../proxy/operations.ts';
import type { JsonObject, ProxyOperation } from '../proxy/operations.ts';
import { answeredFields, filledField, notNullable, without } from './fields.ts';
import { CRASH, ROUTE, SHAPE, STATE, UNKNOWN_ANSWERED, WRONG_STATUS } from './labels.ts';

/** Faults of a single response, independent of what is stored. */
export const ANSWER_FAULTS: Fault[] = [
  {
    name: 'route missing',
    family: 'answer',
    expected: ROUTE,
    appliesTo: () => true,
    plant: (scene) => atOperation(scene, noSuchRoute),
  },
  {
    name: 'method missing',
    family: 'answer',
    expected: ROUTE,
    appliesTo: () => true,
    plant: (scene) => {
      const served = scene.operations.filter(
        (other) => other.template === scene.operation.template && other !== scene.operation,
      );
      const allow = served.map(({ method }) => method).join(', ');
      return atOperation(scene, async () => {
        const refused = ownAnswer(405, { error: 'Method Not Allowed' });
        return { ...refused, headers: { ...refused.headers, allow } };
      });
    },
  },
  {
    name: 'wrong status',
    family: 'answer',
    expected: WRONG_STATUS,
    appliesTo: (operation) => !operation.successes.includes('2XX'),
    plant: (scene) => {
      const status = [202, 201, 200].find((candidate) => !scene.operation.successes.includes(String(candidate))) ?? 206;
      return atOperation(scene, async (exchange) => {
        const answer = await exchange.send();
        return isSuccess(answer) ? { ...answer, status } : answer;
      });
    },
  },
  {
    name: 'server error',
    family: 'answer',
    expected: CRASH,
    appliesTo: () => true,
    plant: (scene) => atOperation(scene, async () => ownAnswer(500, { error: 'Internal Server Error' })),
  },
  {
    name: 'required field dropped',
    family: 'answer',
    expected: SHAPE,
    appliesTo: (operation, all) => requiredField(operation, all) !== undefined,
    plant: (scene) => {
      const name = requiredField(scene.operation, scene.operations);
      return changingItems(scene, (item) => without(item, name));
    },
  },
  {
    // Only drops a field with a value: a service may leave out null, false, 0 and empty ones.
    name: 'optional field dropped',
    family: 'answer',
    expected: SHAPE,
    // Whether a write lost the member, or its only read, no response tells.
    alsoNamed: (operation, all) => (isOnlyRead(operation, all) ? STATE : []),
    appliesTo: (operation, all) => optionalFields(operation, all).length > 0,
    plant: (scene) => {
      const optional = optionalFields(scene.operation, scene.operations);
      return changingItems(scene, (item) =>
        without(
          item,
          optional.find((name) => !isEmpty(item[name])),
        ),
      );
    },
  },
  {
    name: 'wrong type',
    family: 'answer',
    expected: SHAPE,
    appliesTo: (operation, all) => answeredFields(operation, all).length > 0,
    plant: (scene) => {
      const fields = answeredFields(scene.operation, scene.operations);
      return changingItems(scene, (item) => {
        const name = filledField(item, fields);
        return name === undefined ? item : { ...item, [name]: typeof item[name] === 'string' ? 7 : 'seven' };
      });
    },
  },
  {
    name: 'null where none is allowed',
    family: 'answer',
    // null in an optional member counts as absent, so a lost value is an expected verdict too.
    expected: [...SHAPE, ...STATE],
    appliesTo: (operation, all) => notNullable(operation, all).length > 0,
    plant: (scene) => {
      const fields = notNullable(scene.operation, scene.operations);
      return changingItems(scene, (item) => {
        const name = filledField(item, fields);
        return name === undefined ? item : { ...item, [name]: null };
      });
    },
  },
  {
    name: 'undocumented enum value',
    family: 'answer',
    expected: SHAPE,
    appliesTo: ({ item }) => enumFields(item.properties).length > 0,
    plant: (scene) => {
      const fields = enumFields(scene.operation.item.properties);
      return changingItems(scene, (item) => {
        const name = filledField(item, fields);
        if (name === undefined) return item;
        return { ...item, [name]: typeof item[name] === 'string' ? 'undocumented' : 7_777 };
      });
    },
  },
  {
    name: 'unknown item answered',
    family: 'answer',
    expected: UNKNOWN_ANSWERED,
    appliesTo: ({ role, template }) => role === 'read' && template.endsWith('}'),
    plant: (scene) => {
      // Imitates a lookup that falls back to another item of the same caller.
      const shown = new Map<string, { path: string; answer: ProxyAnswer }>();
      return atOperation(scene, async (exchange) => {
        const answer = await exchange.send();
        const [caller, path] = [callerOf(exchange), pathOf(exchange)];
        if (isSuccess(answer)) shown.set(caller, { path, answer });
        if (answer.status !== 404) return answer;
        const last = shown.get(caller);
        return (await listedItem(exchange, scene)) ?? (last?.path === path ? undefined : last?.answer) ?? answer;
      });
    },
  },
];

function isEmpty(value: JsonObject[string] | undefined): boolean {
  return !value || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** The response of a GET of the first listed item in the same collection. Undefined if that does not succeed. */
async function listedItem(exchange: Exchange, { operation, operations }: Scene): Promise<ProxyAnswer | undefined> {
  const collection = parentOf(operation.template);
  const list = operations.find(({ role, about }) => role === 'list' && about === collection);
  if (list === undefined) return undefined;
  const path = parentPathOf(exchange);
  const [first] = entriesOf(list, jsonOf(await readAs(exchange, path)));
  const id = first && entryId(list, first, operations);
  if (id === undefined) return undefined;
  const answer = await readAs(exchange, `${path}/${encodeURIComponent(id)}`);
  return isSuccess(answer) ? answer : undefined;
}

function requiredField(operation: ProxyOperation, all: ProxyOperation[]): string | undefined {
  const { required } = operation.item;
  return answeredFields(operation, all).find((name) => required.includes(name)) ?? required[0];
}

function optionalFields(operation: ProxyOperation, all: ProxyOperation[]): string[] {
  return comparableFields(operation, all).filter((name) => !operation.item.required.includes(name));
}

/** True for a read or list whose optional members no other read of these items shows. */
function isOnlyRead(operation: ProxyOperation, all: ProxyOperation[]): boolean {
  const isRead = ({ role }: ProxyOperation) => role === 'read' || role === 'list';
  const optional = optionalFields(operation, all);
  const others = all.filter(
    (one) => one !== operation && isRead(one) && collectionOf(one.about) === collectionOf(operation.about),
  );
  return isRead(operation) && !others.some(({ item }) => optional.some((name) => item.properties[name] !== undefined));
}

function enumFields(properties: Record<string, JsonObject>): string[] {
  return Object.keys(properties).filter((name) => Array.isArray(properties[name]?.enum));
}
