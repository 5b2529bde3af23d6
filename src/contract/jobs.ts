import type { Capability } from './capabilities.ts';

/**
 * Work that no request and no state machine asks for: the single source of its function, rights and trigger. `functions/jobs/<name>.ts`
 * carries it out.
 */
export type Job = {
  name: string;
  /** What sets it off: new events in the outbox, or the clock. */
  trigger: 'events' | { readonly everyMinutes: number };
  uses: readonly Capability[];
  timeoutSeconds: number;
  memoryMb: number;
};

const defineJob = <const J extends Job>(job: J): J => job;

export const publishEvents = defineJob({
  name: 'publish-events',
  trigger: 'events',
  uses: ['events:publish', 'events:mark'],
  timeoutSeconds: 30,
  memoryMb: 512,
});

/** Takes up what a process that ended in between left open. */
export const sweep = defineJob({
  name: 'sweep',
  trigger: { everyMinutes: 5 },
  uses: [
    'open-work:read',
    'events:publish',
    'events:mark',
    'builds:write',
    'builds:start',
    'cases:read',
    'cases:write',
    'generations:start',
    'deletions:start',
    'allowance:spend',
  ],
  timeoutSeconds: 120,
  memoryMb: 512,
});

/** Every job once. */
export const jobs: readonly Job[] = [publishEvents, sweep];
