import type { ssoTypes } from '#contract/schemas/sso.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';

/** A tenant's SSO as it is stored. What is secret of it lies with who signs people in, not here. */
export type Sso = {
  type: (typeof ssoTypes)[number];
  issuer: string | null;
  clientId: string | null;
  metadataUrl: string | null;
  entityId: string | null;
  required: boolean;
  /** Those that were verified when it was set, in lower case. */
  domains: string[];
  /** The name of the identity provider: another one for another issuer, client or metadata. */
  provider: string;
  /** Grows with every change. */
  version: number;
};

export interface SsoReader {
  find(scope: TenantScope): Promise<Sso | undefined>;
}

export interface SsoWriter {
  /** In place of `before`. False where that is no longer how it is. */
  set(scope: TenantScope, sso: Sso, before: Sso | undefined, alongside: Alongside): Promise<boolean>;
  /** False where `sso` is no longer how it is. */
  delete(scope: TenantScope, sso: Sso, alongside: Alongside): Promise<boolean>;
}
