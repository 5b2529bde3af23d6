import { invalid } from './api-error.ts';
import type { Parameters } from './form.ts';
import type { Ledger } from './ledger.ts';

type Listed = { id: string; created: number };
const mostLimit = 100;

/** One page of a list, newest first, as every list of Stripe's is. */
export const page = <One extends Listed>(
  all: Record<string, One>,
  url: string,
  parameters: Parameters,
  isWanted: (one: One) => boolean,
): { object: 'list'; url: string; has_more: boolean; data: One[] } => {
  const limit = parameters.integer('limit') ?? 10;
  if (limit < 1 || limit > mostLimit) throw invalid('This value must be between 1 and 100.', 'limit');
  const found = Object.values(all).filter(isWanted).toReversed();
  const after = parameters.text('starting_after');
  const from = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0)
    throw invalid(`No such object: '${after}'`, 'starting_after', 'resource_missing');
  return { object: 'list', url, has_more: found.length > from + limit, data: found.slice(from, from + limit) };
};

/** Puts the objects that `expand[]` names in the place of their ids. */
export const expanded = (ledger: Ledger, answer: object, paths: readonly string[]): object => {
  if (paths.length === 0) return answer;
  const copy = structuredClone(answer) as Expandable;
  for (const path of paths) expand(ledger, copy, path.split('.'), path);
  return copy;
};

type Expandable = { [name: string]: unknown };

const expand = (ledger: Ledger, at: Expandable, [name = '', ...rest]: string[], path: string): void => {
  if (name === 'data' && Array.isArray(at['data'])) {
    for (const each of at['data'] as Expandable[]) expand(ledger, each, rest, path);
    return;
  }
  const { customers, invoices, subscriptions, products } = ledger.state;
  const kinds: Record<string, Record<string, object>> = {
    customer: customers,
    latest_invoice: invoices,
    subscription: subscriptions,
    product: products,
  };
  const kind = kinds[name];
  if (!kind || rest.length > 0 || !(name in at)) throw invalid(`This property cannot be expanded (${path}).`, 'expand');
  const id = at[name];
  if (typeof id === 'string') at[name] = structuredClone(ledger.find(kind, id, name));
};
