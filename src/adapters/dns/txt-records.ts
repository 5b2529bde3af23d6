import { Resolver } from 'node:dns/promises';
import { ServiceError } from '#contract/errors.ts';
import type { TxtRecords } from '#domain/ports/txt-records.ts';

/** Each server is asked so long, so often. */
const timeoutMs = 2000;
const tries = 2;

/** What says that the name, or a TXT record of it, is not there. */
const missing = ['ENODATA', 'ENOTFOUND'];

/** TXT records from DNS, asked anew each time. */
export class DnsTxtRecords implements TxtRecords {
  readonly #servers: readonly string[];

  /** `servers`: `address` or `address:port`; none: those of the machine. */
  constructor(servers: readonly string[] = []) {
    this.#servers = servers;
  }

  /** DNS_SERVERS names the servers, with commas in between. */
  static fromEnvironment({ DNS_SERVERS = '' } = process.env): DnsTxtRecords {
    return new DnsTxtRecords(DNS_SERVERS.split(',').filter((server) => server !== ''));
  }

  async list(name: string): Promise<string[]> {
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (this.#servers.length > 0) resolver.setServers(this.#servers);
    try {
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
    } catch (error) {
      if (missing.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw new ServiceError('DEPENDENCY_UNAVAILABLE', `DNS does not answer for ${name}. Try again.`, [], {
        cause: error,
      });
    }
  }
}
