import type { Assertion, ValueReference } from './plan.ts';

/** The captured and sent values that an assertion compares with. Empty for `status`, `opaque` and `defaulted`. */
export function referencesOf(assertion: Assertion): ValueReference[] {
  if (assertion.op === 'status' || assertion.op === 'opaque' || assertion.op === 'defaulted') return [];
  if ('match' in assertion) return assertion.match.map(({ value }) => value);
  if ('members' in assertion) return assertion.members.map(({ value }) => value);
  if ('each' in assertion)
    return [
      ...(assertion.size ? [assertion.size] : []),
      ...assertion.each.flatMap((match) => match.map(({ value }) => value)),
    ];
  if (assertion.op === 'differs' && assertion.leadsTo) return [assertion.value, assertion.leadsTo];
  return [assertion.value];
}
