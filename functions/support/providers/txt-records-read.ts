import { DnsTxtRecords } from '#adapters/dns/txt-records.ts';
import type { TxtRecords } from '#domain/ports/txt-records.ts';

export const txtRecords = (): TxtRecords => DnsTxtRecords.fromEnvironment();
