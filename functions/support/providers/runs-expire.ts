import { RunExpiry } from '#adapters/dynamodb/run-expiry.ts';
import type { RunExpirer } from '#domain/ports/run-repository.ts';
import { tables } from './tables.ts';

export const runExpirer = (): RunExpirer => new RunExpiry(tables);
