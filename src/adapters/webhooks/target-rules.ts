import { isIP } from 'node:net';
import type { WebhookTargets } from '#domain/ports/webhook-sender.ts';
import { isPublicAddress } from './public-addresses.ts';

const httpsPort = 443;
const firstFreePort = 1024;
/** Names that no public server answers to. */
const innerNames = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|svc)$/;

/** The host of a URL as it is resolved: without the brackets of IPv6 and the dot at the end. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/**
 * Where something may be posted. `allowedHosts` (`host` or `host:port`) may be anything, by http too: they exist on the local server only,
 * where its owner named them.
 */
export class TargetRules implements WebhookTargets {
  readonly #allowedHosts: ReadonlySet<string>;

  constructor(allowedHosts: readonly string[] = []) {
    this.#allowedHosts = new Set(allowedHosts);
  }

  isAllowedByName({ host }: URL): boolean {
    return this.#allowedHosts.has(host);
  }

  refusalOf(given: string): string | undefined {
    if (!URL.canParse(given)) return 'is no URL';
    const url = new URL(given);
    if (url.username !== '' || url.password !== '') return 'may hold no user name or password';
    if (url.hash !== '') return 'may hold no fragment';
    if (this.isAllowedByName(url)) return undefined;
    if (url.protocol !== 'https:') return 'must begin with https://';
    const port = url.port === '' ? httpsPort : Number(url.port);
    if (port !== httpsPort && port < firstFreePort)
      return `must name port ${httpsPort}, or one from ${firstFreePort} on`;
    const host = hostOf(url);
    if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : 'must name a public address';
    return !host.includes('.') || innerNames.test(host) ? 'must name a public host' : undefined;
  }
}
