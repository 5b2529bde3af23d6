import {
  type CognitoIdentityProviderClient,
  CreateIdentityProviderCommand,
  DeleteIdentityProviderCommand,
  DescribeUserPoolClientCommand,
  paginateListIdentityProviders,
  UpdateIdentityProviderCommand,
  type UpdateIdentityProviderCommandInput,
  UpdateUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { ServiceError } from '#contract/errors.ts';
import type { IdentityProviderRemover, IdentityProviders, ProviderSettings } from '#domain/ports/identity-providers.ts';

/** How long a list of providers may be in one answer. */
const pageSize = 60;
/** Whoever changes the providers at the same time makes each of us look again. */
const mostLooks = 10;
/** Users of the pool itself. */
const ownUsers = 'COGNITO';

/** Where addresses stand in what a provider says. */
const attributes = {
  OIDC: { username: 'sub', email: 'email', email_verified: 'email_verified' },
  SAML: { email: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress' },
};

export type UserPool = { client: CognitoIdentityProviderClient; poolId: string; clientId: string };

/** The identity providers of a user pool. Its client takes all of them: what a token of one is worth is decided by us. */
export class CognitoProviders implements IdentityProviders, IdentityProviderRemover {
  readonly #client: CognitoIdentityProviderClient;
  readonly #pool: { UserPoolId: string };
  readonly #clientId: string;

  constructor({ client, poolId, clientId }: UserPool) {
    this.#client = client;
    this.#pool = { UserPoolId: poolId };
    this.#clientId = clientId;
  }

  put(name: string, settings: ProviderSettings): Promise<string | undefined> {
    return orUnavailable(async () => {
      const refusal = await this.#put(name, settings);
      if (refusal === undefined) await this.#offerAll();
      return refusal;
    });
  }

  remove(name: string): Promise<void> {
    return orUnavailable(async () => {
      try {
        await this.#client.send(new DeleteIdentityProviderCommand({ ...this.#pool, ProviderName: name }));
      } catch (error) {
        if (!isNamed(error, 'ResourceNotFoundException')) throw error;
      }
      await this.#offerAll();
    });
  }

  async #put(name: string, settings: ProviderSettings): Promise<string | undefined> {
    const provider = {
      ...this.#pool,
      ProviderName: name,
      ProviderDetails: detailsOf(settings),
      AttributeMapping: attributes[settings.type],
    };
    try {
      await this.#createOrUpdate(provider, settings.type);
      return undefined;
    } catch (error) {
      if (isNamed(error, 'InvalidParameterException')) return error.message;
      throw error;
    }
  }

  async #createOrUpdate(provider: UpdateIdentityProviderCommandInput, type: ProviderSettings['type']): Promise<void> {
    const { ProviderDetails = {}, AttributeMapping = {}, ...named } = provider;
    const made = { ...named, ProviderType: type, ProviderDetails, AttributeMapping };
    try {
      await this.#client.send(new CreateIdentityProviderCommand(made));
    } catch (error) {
      if (!isNamed(error, 'DuplicateProviderException')) throw error;
      await this.#client.send(new UpdateIdentityProviderCommand(provider));
    }
  }

  /**
   * Lets the client be used with every provider of the pool. An update replaces the whole client, so of two at the same time one is lost: whoever
   * finds another list than there are providers afterwards does it again.
   */
  async #offerAll(): Promise<void> {
    const ours = { ...this.#pool, ClientId: this.#clientId };
    for (let looks = 1; looks <= mostLooks; looks += 1) {
      const wanted = [ownUsers, ...(await this.#names())].toSorted();
      const { UserPoolClient: found } = await this.#client.send(new DescribeUserPoolClientCommand(ours));
      if (isSame(found?.SupportedIdentityProviders, wanted)) return;
      const { ClientSecret: _secret, CreationDate: _made, LastModifiedDate: _changed, ...kept } = found ?? {};
      const changed = { ...kept, ...ours, SupportedIdentityProviders: wanted };
      await this.#client.send(new UpdateUserPoolClientCommand(changed));
    }
    throw new Error(`The providers of the client did not come to rest after ${mostLooks} looks.`);
  }

  async #names(): Promise<string[]> {
    const names: string[] = [];
    // The pages write where they are into what they are given.
    const pages = paginateListIdentityProviders({ client: this.#client, pageSize }, { ...this.#pool });
    for await (const { Providers = [] } of pages) names.push(...Providers.map(({ ProviderName }) => ProviderName!));
    return names;
  }
}

const detailsOf = (settings: ProviderSettings): Record<string, string> => {
  if ('metadataUrl' in settings) return { MetadataURL: settings.metadataUrl };
  if ('metadataXml' in settings) return { MetadataFile: settings.metadataXml };
  return {
    oidc_issuer: settings.issuer,
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    authorize_scopes: 'openid email',
    attributes_request_method: 'GET',
  };
};

/** Bundles leave the classes of errors out, and keep their names. */
const isNamed = (error: unknown, name: string): error is Error => error instanceof Error && error.name === name;

const isSame = (found: readonly string[] = [], wanted: readonly string[]): boolean =>
  JSON.stringify(found.toSorted()) === JSON.stringify(wanted);

const orUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new ServiceError('DEPENDENCY_UNAVAILABLE', 'The pages of sign-in cannot be changed now. Try again.', [], {
      cause: error,
    });
  }
};
