import { createAuthenticator, type Authenticate } from '../auth/authenticator.ts';
import { scriptProcess } from '../auth/script-process.ts';
import type { Identity } from '../auth/identity.ts';
import { isReadWithoutItem } from '../plan/is-read-without-item.ts';
import type { PersonaBinding, PlanBundle } from '../plan/plan.ts';
import { TransportError, type Send, type TransportFailure } from '../transport/send.ts';
import type { CliIo } from './cli-io.ts';
import { readNetwork, type NetworkFlags } from './read-network.ts';

export type ProbeSettings = { baseUrl: string; network: NetworkFlags };

export type Probed = { ok: boolean; detail: string };

/** The result of `doctor --probe`. `credentials`: by variable, only those that are set. */
export type ProbeReport = { target: Probed & { url: string }; credentials: Record<string, Probed> };

export type ProbeIo = Pick<CliIo, 'env' | 'clock' | 'openTransport' | 'readFile' | 'resolve' | 'sandbox'>;

const TIMEOUT_MS = 10_000;

const FAILURES: Partial<Record<TransportFailure, string>> = {
  UNRESOLVED: 'DNS knows no such host',
  REFUSED: 'nothing accepts connections there',
  TLS_UNTRUSTED: 'the TLS certificate is not trusted: give its issuer with --cacert',
  TIMEOUT: `no answer within ${TIMEOUT_MS / 1000} seconds`,
};

/**
 * Tries each set credential once (a token endpoint is called, a script runs) and sends one GET without parameters to
 * the API. Results contain no credentials. `baseUrl`: as resolved. Arazzo and CI §2.3.
 */
export async function probeEnvironment(
  bundle: PlanBundle,
  { baseUrl, network }: ProbeSettings,
  io: ProbeIo,
): Promise<ProbeReport> {
  const transport = await io.openTransport(readNetwork(network, io));
  try {
    const authenticate = createAuthenticator({
      env: io.env,
      baseUrl,
      send: transport.send,
      nowMs: io.clock.now,
      scripts: {
        run: scriptProcess(io.sandbox),
        baseUrl,
        resolve: network.proxy === undefined ? io.resolve : undefined,
      },
    });
    const set = bundle.personas.filter(
      ({ authType, envVar }) => authType !== 'NONE' && (io.env[envVar] ?? '').trim() !== '',
    );
    const credentials = await Promise.all(
      set.map(async (persona) => [persona.envVar, tell(persona, await authenticate(persona), io.clock.now())] as const),
    );
    const target = await askTarget(bundle, baseUrl, transport.send, authenticate);
    return { target: { url: baseUrl, ...target }, credentials: Object.fromEntries(credentials) };
  } finally {
    await transport.close();
  }
}

function tell({ authType }: PersonaBinding, identity: Identity, nowMs: number): Probed {
  if ('problem' in identity) return { ok: false, detail: identity.problem };
  const type = authType.toLowerCase();
  if (identity.expiresAtMs === undefined) return { ok: true, detail: type };
  const minutes = Math.floor((identity.expiresAtMs - nowMs) / 60_000);
  return minutes < 0
    ? { ok: false, detail: `${type}, expired` }
    : { ok: true, detail: `${type}, expires in ${minutes} min` };
}

async function askTarget(
  { plans, personas }: PlanBundle,
  baseUrl: string,
  send: Send,
  authenticate: Authenticate,
): Promise<Probed> {
  const step = plans.flatMap(({ steps }) => steps).find(isReadWithoutItem);
  const persona = personas.find(({ name }) => name === step?.persona);
  const identity = persona === undefined ? undefined : await authenticate(persona);
  const known = identity !== undefined && 'headers' in identity;
  try {
    const { status } = await send({
      method: 'GET',
      url: baseUrl + (step?.path ?? ''),
      headers: { accept: 'application/json', ...(known ? identity.headers : {}) },
      timeoutMs: TIMEOUT_MS,
    });
    const asked = `GET ${step?.path ?? '/'}${known ? ` as ${persona?.name}` : ''} → ${status}`;
    // Without credentials, 401 or 403 only shows that the API is up. Without an operation to call, so does a 404.
    const refused = (status === 401 || status === 403) && !known;
    const isUp = status < 400 || refused || (step === undefined && status < 500);
    return { ok: isUp, detail: refused ? `${asked}: the API answers, and requires an identity` : asked };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return { ok: false, detail: FAILURES[error.failure] ?? `${error.failure}: ${error.message}` };
  }
}
