import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { refusedRight } from './grants-table.ts';
import { noteUse, testUnderWay, type Use } from './note-use.ts';
import { type Partition, partitions, tableRightsOf } from '../../lib/table-rights.ts';

type Rights = {
  read: RegExp[];
  write: RegExp[];
  append: RegExp[];
  touch: { pk: RegExp; attributes: readonly string[] }[];
};
type Item = Record<string, AttributeValue>;
type Action = {
  Key?: Item;
  Item?: Item;
  ExpressionAttributeValues?: Item;
  ExpressionAttributeNames?: Record<string, string>;
};
type Input = Action & {
  RequestItems?: Record<string, { Keys?: Item[] }>;
  TransactItems?: Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck' | 'Get', Action | undefined>[];
};
type Access = { kind: 'read' | 'write'; pk: string | undefined; updates?: string[]; isPut?: true };

const current = new AsyncLocalStorage<{ name: string; rights: Rights }>();

const matcher = (partition: Partition): RegExp =>
  new RegExp(`^${partitions[partition].replaceAll('?', '.').replaceAll('*', '.*')}$`);

const takenFile = process.env['TAKEN_GRANTS'];
const taken = takenFile === undefined ? undefined : (JSON.parse(readFileSync(takenFile, 'utf8')) as Use[]);

/** Whether `npm run grants -- --take` takes this right away in the test under way, to see it fail. */
const isTaken = (role: string, right: string): boolean => {
  const where = taken && testUnderWay();
  const row = where && taken.find(({ file, test }) => file === where.file && test === where.test);
  return row?.role === role && row.right === right;
};

const families = (Object.keys(partitions) as Partition[]).map((name) => [name, matcher(name)] as const);

/** The ports, each call of which is noted as a use of its capability by the role under way. */
export const withNotedUse = <P extends Record<string, unknown>>(ports: P): P =>
  Object.fromEntries(
    Object.entries(ports).map(([capability, port]) => [
      capability,
      new Proxy(port as object, {
        get: (target, member) => {
          const role = current.getStore()?.name;
          if (role !== undefined) noteUse(role, capability);
          if (role !== undefined && isTaken(role, capability)) {
            noteUse(role, refusedRight);
            throw new Error(`${role} has no ${capability} now`);
          }
          const value: unknown = Reflect.get(target, member);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      }),
    ]),
  ) as P;

/** Runs one endpoint or task with the rights on the table that its own role has on AWS, and no others. */
export const withTableRights = <T>(name: string, of: Parameters<typeof tableRightsOf>[0], run: () => T): T => {
  const given = tableRightsOf(of);
  const stays = (kind: 'read' | 'write') => (family: Partition) => !isTaken(name, `${kind} ${family}`);
  const rights = {
    read: given.flatMap(({ read = [] }) => read.filter(stays('read')).map(matcher)),
    write: given.flatMap(({ write = [] }) => write.filter(stays('write')).map(matcher)),
    append: given.flatMap(({ append = [] }) => append.filter(stays('write')).map(matcher)),
    touch: given.flatMap(({ touch }) =>
      touch && stays('write')(touch.partition) ? [{ pk: matcher(touch.partition), attributes: touch.attributes }] : [],
    ),
  };
  return current.run({ name, rights }, run);
};

/** Refuses what the role of the endpoint or task under way may not do. Calls outside of one pass: they are the test's own. */
export const enforceTableRights = (client: DynamoDBClient): void => {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (call) => {
        const running = current.getStore();
        const refused =
          running && accessesOf(commandName, call.input as Input).find((each) => !isAllowed(each, running.rights));
        if (refused) {
          noteUse(running.name, refusedRight);
          throw new Error(
            `${running.name} may not ${refused.kind} ${refused.pk} (${commandName}); see lib/table-rights.ts`,
          );
        }
        if (running) for (const each of accessesOf(commandName, call.input as Input)) noteAccess(running.name, each);
        return next(call);
      },
    { step: 'initialize', name: 'tableRights' },
  );
};

const noteAccess = (role: string, { kind, pk = '' }: Access): void => {
  for (const [name, family] of families) if (family.test(pk)) noteUse(role, `${kind} ${name}`);
};

const isAllowed = ({ kind, pk, updates, isPut }: Access, { touch, append, ...whole }: Rights): boolean =>
  pk !== undefined &&
  (whole[kind].some((allowed) => allowed.test(pk)) ||
    (isPut === true && append.some((allowed) => allowed.test(pk))) ||
    touch.some(
      (allowed) => allowed.pk.test(pk) && updates?.every((name) => ['pk', ...allowed.attributes].includes(name)),
    ));

const accessesOf = (command: string, input: Input): Access[] => {
  switch (command) {
    case 'GetItemCommand':
      return [{ kind: 'read', pk: keyOf(input) }];
    case 'BatchGetItemCommand':
      return Object.values(input.RequestItems ?? {}).flatMap(({ Keys = [] }) =>
        Keys.map((Key) => ({ kind: 'read', pk: keyOf({ Key }) })),
      );
    case 'QueryCommand':
      return [{ kind: 'read', pk: Object.values(input.ExpressionAttributeValues ?? {})[0]?.S }];
    case 'UpdateItemCommand':
      return [{ kind: 'write', pk: keyOf(input), updates: Object.values(input.ExpressionAttributeNames ?? {}) }];
    case 'PutItemCommand':
      return [{ kind: 'write', pk: keyOf(input), isPut: true }];
    case 'DeleteItemCommand':
      return [{ kind: 'write', pk: keyOf(input) }];
    case 'TransactWriteItemsCommand':
      return (input.TransactItems ?? []).map(({ ConditionCheck, Put, Update, Delete }) =>
        ConditionCheck
          ? { kind: 'read', pk: keyOf(ConditionCheck) }
          : {
              kind: 'write',
              pk: keyOf(Put ?? Update ?? Delete ?? {}),
              ...(Put && { isPut: true as const }),
              ...(Update && { updates: Object.values(Update.ExpressionAttributeNames ?? {}) }),
            },
      );
    default:
      throw new Error(`${command} is not known here; say what it touches.`);
  }
};

const keyOf = ({ Key, Item: item }: Action): string | undefined => (Key ?? item)?.['pk']?.S;
