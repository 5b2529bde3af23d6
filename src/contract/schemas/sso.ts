import { documented, exampled, named, optional, text } from './primitives.ts';
import * as z from './zod.ts';

/** How a tenant's identity provider speaks. */
export const ssoTypes = ['OIDC', 'SAML'] as const;

const type = exampled(z.enum(ssoTypes), 'OIDC');
const httpsUrl = text(2048).check(z.regex(/^https?:\/\/[^\s\\?#]+$/, 'must be an absolute https URL without a query'));

/** Which fields a type has; `metadataUrl` and `metadataXml` exclude one another. */
const has = (name: string, ...fields: string[]) => ({
  properties: { type: { const: name } },
  required: fields,
  not: {
    anyOf: ['issuer', 'clientId', 'clientSecret', 'metadataUrl', 'metadataXml']
      .filter((field) => !fields.includes(field) && !(name === 'OIDC' && field === 'clientSecret'))
      .map((field) => ({ required: [field] })),
  },
});
const forms = [has('OIDC', 'issuer', 'clientId'), has('SAML', 'metadataUrl'), has('SAML', 'metadataXml')];

const fits = (value: object): boolean =>
  forms.filter(
    ({ properties, required, not }) =>
      (value as { type: string }).type === properties.type.const &&
      required.every((field) => field in value) &&
      !not.anyOf.some((none) => none.required.some((field) => field in value)),
  ).length === 1;

/** The whole setting. `clientSecret` may be left out where issuer and client stay: the one that is there stays, too. */
export const newSso = named(
  'NewSso',
  documented(
    z
      .object({
        type,
        issuer: optional(exampled(httpsUrl, 'https://login.example.com')),
        clientId: optional(
          exampled(z.string().check(z.regex(/^[!-~]{1,200}$/, 'must be 1 to 200 visible ASCII characters')), 'dezycro'),
        ),
        clientSecret: optional(
          exampled(
            z.string().check(z.regex(/^[!-~]{8,500}$/, 'must be 8 to 500 visible ASCII characters without a blank')),
            'a-secret-of-our-client',
          ),
        ),
        metadataUrl: optional(text(2048).check(z.regex(/^https?:\/\/[^\s\\#]+$/, 'must be an absolute https URL'))),
        /** At most 100,000 characters. */
        metadataXml: optional(text(100_000)),
        /** Whether users with an address of the domains may sign in no other way; Owners may (break glass). */
        required: z.boolean(),
      })
      .check(
        z.refine(
          fits,
          'must have issuer and clientId with type OIDC, or either metadataUrl or metadataXml with type SAML, and nothing of the other',
        ),
      ),
    { oneOf: forms },
  ),
);

/** How the people of a tenant sign in at its own identity provider. Secrets are never shown. */
export const sso = named(
  'Sso',
  z.object({
    type,
    issuer: z.nullable(z.string()),
    clientId: z.nullable(z.string()),
    metadataUrl: z.nullable(z.string()),
    /** Of SAML metadata that were sent. */
    entityId: z.nullable(z.string()),
    required: z.boolean(),
    /** The domains that were verified when this was set: the provider speaks for addresses of these only. */
    domains: z.array(z.string()),
    /** Its name in our pages of sign-in. */
    provider: z.string(),
    /** Where people begin; a client adds its state and code challenge. */
    signInUrl: z.string(),
    /** What the provider must let our client return to. */
    callbackUrl: z.string(),
  }),
);
