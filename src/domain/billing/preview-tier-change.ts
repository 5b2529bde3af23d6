import type { previewTierChange as endpoint } from '#contract/endpoints/billing.ts';
import type { UseCase } from '#domain/use-case.ts';
import { previewFor } from './agreed-preview.ts';
import { resourcesAbove } from './resources-above.ts';

/** By our own formula, without a call of the provider; it agrees with the provider's sum to the cent (decision record 0107). */
export const previewTierChange: UseCase<typeof endpoint> = async ({ scope, body, alongside }, ports, runtime) => {
  const standing = await ports['plans:read'].get(scope);
  const preview = previewFor(scope, body.tier, standing, runtime.now());
  const resourcesBecomingReadOnly = await resourcesAbove(scope, preview.tier, ports);
  const answer = {
    body: { ...preview, currency: 'USD' as const, resourcesBecomingReadOnly, tax: 'EXCLUDED' as const },
  };
  await ports['answers:keep'].keep(scope, alongside(answer));
  return answer;
};
