import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { privateFileMode } from '../private-files.ts';
import type { PaymentsState } from './objects.ts';

/** What the emulator knew when it was last told to keep it; undefined at the first start. */
export const readPayments = (path: string): PaymentsState | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as PaymentsState) : undefined;

/** Whole or not at all, before the answer is given: a process that ends forgets nothing that it has answered. */
export const keepPayments =
  (path: string) =>
  (state: PaymentsState): void => {
    const unfinished = `${path}.unfinished`;
    writeFileSync(unfinished, JSON.stringify(state), { mode: privateFileMode });
    renameSync(unfinished, path);
  };
