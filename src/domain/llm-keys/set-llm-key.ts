import type { setLlmKey as endpoint } from '#contract/endpoints/llm-keys.ts';
import { ServiceError } from '#contract/errors.ts';
import { tiers } from '#domain/billing/tiers.ts';
import type { UseCase } from '#domain/use-case.ts';
import { shownKey } from './shown-key.ts';

const lastCharacters = 4;

/** Write-only: the answer has the last four characters. Throws TIER_REQUIRED on FREE. */
export const setLlmKey: UseCase<typeof endpoint> = async ({ actor, scope, body, audit }, ports) => {
  const { provider, model, apiKey, baseUrl = null } = body;
  const refusal = baseUrl === null ? undefined : ports['webhook-targets:check'].refusalOf(baseUrl);
  if (refusal !== undefined)
    throw new ServiceError('VALIDATION_FAILED', `#/baseUrl ${refusal}`, [
      { in: 'body', pointer: '#/baseUrl', code: 'INVALID', message: refusal },
    ]);
  if (!tiers[actor.tier].hasOwnLlmKeys)
    throw new ServiceError('TIER_REQUIRED', 'An own LLM key needs PRO, TEAM or ENTERPRISE. Upgrade to set one.');
  const ciphertext = await ports['llm-keys:encrypt'].encrypt({ tenantId: scope.tenantId }, Buffer.from(apiKey));
  const key = { provider, model, baseUrl, last4: apiKey.slice(-lastCharacters), ciphertext };
  // The host alone: the rest of an address may be a secret.
  const facts = { provider, model, host: baseUrl && new URL(baseUrl).host };
  const entry = audit('LLM_KEY_SET', { type: 'TENANT', id: scope.tenantId }, facts);
  await ports['llm-keys:write'].set(scope, key, { entry });
  return { body: shownKey(key) };
};
