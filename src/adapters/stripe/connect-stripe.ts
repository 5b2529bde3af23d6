import { Stripe } from 'stripe';

export type StripeConnection = {
  apiKey: string;
  /** Of a server that speaks Stripe's protocol; undefined: Stripe's own. A key of live mode is never sent there. */
  url?: string | undefined;
  /** Takes the place of the network, as the emulator of one machine does. */
  httpClient?: Stripe.HttpClient;
  /** Beyond the first try, where no answer came or a later one may be better. */
  retries?: number;
};

const timeoutMs = 10_000;

/** A client of Stripe's API at the version that the package pins. Throws where a key of live mode would go to another server. */
export const connectStripe = ({ apiKey, url, httpClient, retries = 2 }: StripeConnection): Stripe =>
  new Stripe(apiKey, {
    maxNetworkRetries: retries,
    timeout: timeoutMs,
    telemetry: false,
    ...(httpClient && { httpClient }),
    ...(url !== undefined && addressOf(url, apiKey)),
  });

const addressOf = (url: string, apiKey: string) => {
  if (/^[sr]k_live_/.test(apiKey))
    throw new Error('PAYMENTS_URL is set, but the API key is one of live mode. Unset PAYMENTS_URL, or use a test key.');
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Error(`PAYMENTS_URL is ${url}; it must be http or https.`);
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const);
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) };
};
