import type { getLlmKey as endpoint } from '#contract/endpoints/llm-keys.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { shownKey } from './shown-key.ts';

/** On every tier: a key that was set before a fall to FREE is stored, unused, and can be seen and deleted. */
export const getLlmKey: UseCase<typeof endpoint> = async ({ scope }, ports) => {
  const key = await ports['llm-keys:read'].find(scope);
  if (key === undefined) throw notFound();
  return { body: shownKey(key) };
};
