import { normalisedItem, refuseOversized, type WireItem } from './attribute-values.ts';
import { type Condition, parseCondition } from './condition.ts';
import { type AttributePath, Placeholders, projected } from './expression-reader.ts';
import { checkTable, isKeyAttribute, keyOf, refusalOfItem, refusalOfKey } from './item-keys.ts';
import { type Input, refuseUnknownFields } from './requests.ts';
import { ServiceError, validationError } from './service-error.ts';
import { parseUpdate, type Update } from './update.ts';

/** What a write makes of the item that was there: the item afterwards (undefined: none) and the operation's output. */
export interface Written {
  readonly after: WireItem | undefined;
  readonly output: object;
}

/** A write, checked as far as it can be without the item. */
export interface Write {
  readonly key: WireItem;
  /** Its keys do not fit the schema: an error of its own, a reason in a transaction. */
  readonly refusal: ServiceError | undefined;
  /** Throws ConditionalCheckFailedException, or ValidationException where the item does not fit. */
  readonly run: (before: WireItem | undefined) => Written;
}

export type WriteName = 'PutItem' | 'UpdateItem' | 'DeleteItem';

const guardFields = [
  'TableName',
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnValuesOnConditionCheckFailure',
];

/** Reads a write as DynamoDB does before it looks at any item. */
export function parseWrite(name: WriteName, input: Input): Write {
  switch (name) {
    case 'PutItem':
      return parsePut(input);
    case 'UpdateItem':
      return parseUpdateItem(input);
    case 'DeleteItem':
      return parseDelete(input);
  }
}

/** A transaction's ConditionCheck: a write that changes nothing. */
export function parseConditionCheck(input: Input): Write {
  refuseUnknownFields('ConditionCheck', input, [...guardFields, 'Key']);
  if (input['ConditionExpression'] === undefined) throw validationError('ConditionExpression must not be null');
  const guard = guardOf(input, new Placeholders(input));
  return { ...ofKey(input), run: guarded(guard, (before) => ({ after: before, output: {} })) };
}

function parsePut(input: Input): Write {
  refuseUnknownFields('PutItem', input, [...guardFields, 'Item', 'ReturnValues']);
  const guard = guardOf(input, new Placeholders(input));
  const returned = returnValues(input, ['NONE', 'ALL_OLD']);
  const item = normalisedItem(input['Item'], 'Item');
  refuseOversized(item);
  const run = guarded(guard, (before) => ({ after: item, output: returned === 'ALL_OLD' ? attributes(before) : {} }));
  return { key: keyOf(item), refusal: refusalOfItem(item), run };
}

function parseDelete(input: Input): Write {
  refuseUnknownFields('DeleteItem', input, [...guardFields, 'Key', 'ReturnValues']);
  const guard = guardOf(input, new Placeholders(input));
  const returned = returnValues(input, ['NONE', 'ALL_OLD']);
  const run = guarded(guard, (before) => ({
    after: undefined,
    output: returned === 'ALL_OLD' ? attributes(before) : {},
  }));
  return { ...ofKey(input), run };
}

function parseUpdateItem(input: Input): Write {
  refuseUnknownFields('UpdateItem', input, [...guardFields, 'Key', 'UpdateExpression', 'ReturnValues']);
  const placeholders = new Placeholders(input);
  const expression = input['UpdateExpression'];
  const update = expression === undefined ? unchanging : parseUpdate(expression, placeholders);
  const guard = guardOf(input, placeholders);
  const returned = returnValues(input, ['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_NEW']);
  const { key, refusal } = ofKey(input);
  const changedKey = update.paths.find(([name = '']) => isKeyAttribute(name));
  const run = guarded(guard, (before) => {
    const after = update.apply(before ?? key);
    const misfit = refusalOfItem(after);
    if (misfit !== undefined) throw misfit;
    refuseOversized(after);
    return { after, output: updateOutput(returned, before, after, update.paths) };
  });
  const ofChange = changedKey && validationError(`Cannot update attribute ${changedKey[0]}: it is part of the key`);
  return { key, refusal: refusal ?? ofChange, run };
}

const unchanging: Update = { paths: [], apply: (item) => item };

function updateOutput(
  returned: string,
  before: WireItem | undefined,
  after: WireItem,
  paths: readonly AttributePath[],
): object {
  switch (returned) {
    case 'ALL_OLD':
      return attributes(before);
    case 'ALL_NEW':
      return attributes(after);
    case 'UPDATED_NEW': {
      const updated = projected(after, paths);
      return Object.keys(updated).length === 0 ? {} : attributes(updated);
    }
    default:
      return {};
  }
}

function attributes(item: WireItem | undefined): { Attributes?: WireItem } {
  return item === undefined ? {} : { Attributes: item };
}

function ofKey(input: Input): Pick<Write, 'key' | 'refusal'> {
  const key = normalisedItem(input['Key'], 'Key');
  return { key, refusal: refusalOfKey(key) };
}

function returnValues(input: Input, known: readonly string[]): string {
  const { ReturnValues: returned = 'NONE' } = input;
  if (typeof returned === 'string' && known.includes(returned)) return returned;
  throw validationError(`ReturnValues can only be ${known.join(', ')}`);
}

interface Guard {
  readonly holds: Condition;
  readonly showsOld: boolean;
}

/** Reads what every write shares. It comes last: only then is known whether a placeholder is unused. */
function guardOf(input: Input, placeholders: Placeholders): Guard {
  checkTable(input['TableName']);
  const { ConditionExpression: expression, ReturnValuesOnConditionCheckFailure: returned = 'NONE' } = input;
  if (returned !== 'NONE' && returned !== 'ALL_OLD') {
    throw validationError('ReturnValuesOnConditionCheckFailure can only be ALL_OLD or NONE');
  }
  const holds = expression === undefined ? () => true : parseCondition(expression, placeholders);
  placeholders.refuseUnused();
  return { holds, showsOld: returned === 'ALL_OLD' };
}

function guarded({ holds, showsOld }: Guard, run: Write['run']): Write['run'] {
  return (before) => {
    if (holds(before)) return run(before);
    const old = showsOld && before ? { Item: before } : {};
    throw new ServiceError('ConditionalCheckFailedException', 'The conditional request failed', old);
  };
}
