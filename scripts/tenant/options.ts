const string = { type: 'string' } as const;

/** Of every subcommand. */
export const options = {
  tenant: string,
  email: string,
  name: string,
  url: string,
  tier: string,
  customer: string,
  'price-cents': string,
  'seat-floor': string,
  'audit-days': string,
  'requests-per-minute': string,
  'grace-days': string,
};

export type Options = { readonly [Name in keyof typeof options]?: string | undefined };

/** The command was not given what it needs; the message says what that is. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}

export const requireTenant = ({ tenant = '' }: Options): string => {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(tenant))
    throw new WrongUse('--tenant is the id of a tenant.');
  return tenant;
};

export const requireEmail = ({ email = '' }: Options): string => {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new WrongUse('--email is an address, as owner@example.com.');
  return email.toLowerCase();
};
