import type { PortsFor } from '#domain/ports/ports.ts';
import type { Sso } from '#domain/ports/sso-repository.ts';

/** SSO as it is shown. */
export const showSso = (sso: Sso, ports: PortsFor<'sign-in-pages:show'>) => ({
  ...sso,
  ...ports['sign-in-pages:show'].urlsOf(sso.provider, sso.type),
});
