import { invalid } from './api-error.ts';
import type { Parameters } from './form.ts';
import type { Ledger } from './ledger.ts';

type Listed = { id: string; created: number };
const mostLimit = 100;

/** One page of a list, newest first, as every list of Stripe's is. */
export const page = <One extends Listed>(
  all: readonly One[],
  url: string,
  parameters: Parameters,
  isWanted: (one: One) => boolean,
): { object: 'list'; url: string; has_more: boolean; data: One[] } => {
  const limit = parameters.integer('limit') ?? 10;
  if (limit < 1 || limit > mostLimit) throw invalid('This value must be between 1 and 100.', 'limit');
  const found = all.filter(isWanted).toReversed();
  const after = parameters.text('starting_after');
  const from = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0)
    throw invalid(`No such object: '${after}'`, 'starting_after', 'resource_missing');
  return { object: 'list', url, has_more: found.length > from + limit, data: found.slice(from, from + limit) };
};

/** The answer with the objects that `expand[]` names in the place of their ids; what is kept stays as it is. */
export const expanded = (ledger: Ledger, answer: object, paths: readonly string[]): object =>
  paths.reduce((at, path) => expand(ledger, at, path.split('.'), path), answer as Expandable);

type Expandable = { [name: string]: unknown };

const expand = (ledger: Ledger, at: Expandable, [name = '', ...rest]: string[], path: string): Expandable => {
  if (name === 'data' && Array.isArray(at['data']))
    return { ...at, data: (at['data'] as Expandable[]).map((each) => expand(ledger, each, rest, path)) };
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
  return typeof id === 'string' ? { ...at, [name]: ledger.find(kind, id, name) } : at;
};
