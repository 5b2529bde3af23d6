import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { tableSchema } from './table-schema.ts';

/** Families of keys that belong to no tenant (security and reliability §1.3). */
const globalFamilies = ['PAT#', 'EMAIL#', 'SUB#', 'INV#', 'DOM#', 'IDP#', 'STRIPE#', 'OPEN#', 'AUDIT#'] as const;
const partitionKeys: readonly string[] = [tableSchema.partitionKey, tableSchema.index.partitionKey];

/** A request would have left its tenant. It was not sent. */
export class TenantFirewallError extends Error {
  override readonly name = 'TenantFirewallError';
}

/** On whose behalf a command is sent: a tenant's id, or null where only global families are in reach. */
export type TenantId = string | null;

type WireItem = Readonly<Record<string, AttributeValue>>;
/** The fields, of all commands that are let through, that can name an item or a partition. */
interface Action {
  readonly Key?: WireItem;
  readonly Item?: WireItem;
  readonly UpdateExpression?: string;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: WireItem;
}
interface Input extends Action {
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly WireItem[] }>>;
  readonly TransactItems?: readonly Readonly<Record<string, Action>>[];
}

const tenants = new WeakMap<object, TenantId>();

/** States on whose behalf the command with this input goes out; without it the firewall stops the command. */
export function onBehalfOf<T extends object>(tenantId: TenantId, input: T): T {
  tenants.set(input, tenantId);
  return input;
}

/**
 * Puts the firewall into the client: every command must state its tenant, and every key in it must begin with that
 * tenant's prefix or a global family, else it throws before anything leaves. What it cannot read, it refuses.
 */
export function installTenantFirewall(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const tenantId = tenants.get(args.input);
      if (tenantId === undefined) throw new TenantFirewallError(`${context.commandName} states no tenant`);
      for (const key of partitionsOf(context.commandName ?? '', args.input as Input)) {
        if (!isAllowed(key, tenantId)) throw new TenantFirewallError(`${context.commandName} would leave its tenant`);
      }
      return next(args);
    },
    { step: 'initialize', name: 'tenantFirewall', override: true },
  );
}

function isAllowed(key: string | undefined, tenantId: TenantId): boolean {
  if (key === undefined) return false;
  if (globalFamilies.some((family) => key.startsWith(family))) return true;
  return tenantId !== null && tenantId !== '' && (key === `T#${tenantId}` || key.startsWith(`T#${tenantId}#`));
}

/** Every partition that the command touches; `undefined` stands for one that could not be read. */
function partitionsOf(command: string, input: Input): (string | undefined)[] {
  switch (command) {
    case 'GetItemCommand':
    case 'PutItemCommand':
    case 'DeleteItemCommand':
    case 'UpdateItemCommand':
      return actionPartitions(input);
    case 'BatchGetItemCommand':
      return Object.values(input.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys.map((Key) => keyPartition(Key)));
    case 'TransactGetItemsCommand':
    case 'TransactWriteItemsCommand':
      return (input.TransactItems ?? []).flatMap((item) => Object.values(item).flatMap(actionPartitions));
    case 'QueryCommand':
      return [queriedPartition(input)];
    default:
      return [undefined];
  }
}

function actionPartitions(action: Action): (string | undefined)[] {
  const { Item, Key } = action;
  const indexed = Item?.[tableSchema.index.partitionKey];
  return [keyPartition(Item ?? Key), ...(indexed ? [indexed.S] : []), ...updatedPartitions(action)];
}

function keyPartition(key: WireItem | undefined): string | undefined {
  return key?.[tableSchema.partitionKey]?.S;
}

/** What an update makes of the index's partition key; only a plain value can be read, all else is refused. */
function updatedPartitions(action: Action): (string | undefined)[] {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = action;
  const tokens = action.UpdateExpression?.match(/[#:]?\w+|=/g) ?? [];
  return tokens.flatMap((token, at) => {
    const isAssigned = (names[token] ?? token) === tableSchema.index.partitionKey && tokens[at + 1] === '=';
    return isAssigned ? [values[tokens[at + 2] ?? '']?.S] : [];
  });
}

/** Queries begin `#name = :value`, where the name is a partition key of the table or its index. */
function queriedPartition(query: Action): string | undefined {
  const [, name, value] = /^(#\w+) = (:\w+)(?: AND |$)/.exec(query.KeyConditionExpression ?? '') ?? [];
  if (name === undefined || value === undefined) return undefined;
  const attribute = query.ExpressionAttributeNames?.[name];
  if (attribute === undefined || !partitionKeys.includes(attribute)) return undefined;
  return query.ExpressionAttributeValues?.[value]?.S;
}
