import { randomBytes } from 'node:crypto';
import type { Runtime } from '#domain/ports/runtime.ts';
import { systemRuntime, uuidV7Source } from '#functions/support/runtime.ts';

/** A clock that goes on by itself from a moment that somebody chose, and can be moved. */
export class LocalClock {
  #aheadMs: number;

  constructor(start: Date) {
    this.#aheadMs = start.getTime() - Date.now();
  }

  now = (): Date => new Date(Date.now() + this.#aheadMs);

  setTo = (ms: number): void => {
    this.#aheadMs = ms - Date.now();
  };

  /** This machine, at the time of this clock. */
  get runtime(): Runtime {
    return { ...systemRuntime, now: this.now, newId: uuidV7Source(() => this.now().getTime(), randomBytes) };
  }
}
