import { createHash } from 'node:crypto';
import type { newSso } from '#contract/schemas/sso.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { ProviderSettings } from '#domain/ports/identity-providers.ts';
import type { Sso } from '#domain/ports/sso-repository.ts';

type Body = z.output<typeof newSso>;

export type StoredFields = Pick<Sso, 'type' | 'issuer' | 'clientId' | 'metadataUrl' | 'entityId'>;

/** What is kept of a setting; undefined where its metadata are none. */
export const storedFields = (body: Body): StoredFields | undefined => {
  const { type, issuer = null, clientId = null, metadataUrl = null, metadataXml } = body;
  const entityId = metadataXml === undefined ? null : entityIdIn(metadataXml);
  return entityId === undefined ? undefined : { type, issuer, clientId, metadataUrl, entityId };
};

/** The server that a setting names, and in which field. */
export const urlIn = ({ issuer, metadataUrl }: Body): { field: string; value: string } | undefined => {
  if (issuer !== undefined) return { field: 'issuer', value: issuer };
  return metadataUrl === undefined ? undefined : { field: 'metadataUrl', value: metadataUrl };
};

/** What our pages of sign-in must know; undefined without the client's secret. */
export const settingsOf = (body: Body): ProviderSettings | undefined => {
  const { type, issuer = '', clientId = '', clientSecret, metadataUrl, metadataXml = '' } = body;
  if (type === 'SAML') return metadataUrl === undefined ? { type, metadataXml } : { type, metadataUrl };
  return clientSecret === undefined ? undefined : { type, issuer, clientId, clientSecret };
};

/** A user pool takes names of at most 32 characters. */
const nameCharacters = 32;

/**
 * The name of a tenant's provider. The same settings have the same name, so that a second try finds what the first one left; others have another, so
 * that `alice` at a new provider is never taken for `alice` at the one before.
 */
export const providerOf = ({ tenantId }: TenantScope, fields: StoredFields): string => {
  const { type, issuer, clientId, metadataUrl, entityId } = fields;
  return createHash('sha256')
    .update(JSON.stringify([tenantId, type, issuer, clientId, metadataUrl, entityId]))
    .digest('hex')
    .slice(0, nameCharacters);
};

/** The name that an identity provider gives itself. A document type could name entities, so there may be none. */
const entityIdIn = (xml: string): string | undefined => {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml) || !/<(\w+:)?IDPSSODescriptor[\s>]/.test(xml)) return undefined;
  return /<(?:\w+:)?EntityDescriptor\s[^<>]*?\bentityID\s*=\s*["']([^"'<>]{1,1024})["']/.exec(xml)?.[1];
};
