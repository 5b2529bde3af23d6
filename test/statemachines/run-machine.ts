import type { Definition, State } from '../../local/workflows/definition.ts';
import { interpret } from '../../local/workflows/interpret.ts';

type Handler = (input: unknown) => Promise<unknown>;

/** Runs a state machine file with a handler for each of its Task states, without waiting. */
export const runMachine = (text: string, input: State, handlers: Record<string, Handler>): Promise<unknown> =>
  interpret(JSON.parse(text) as Definition, input, {
    runTask: (state, given) => handlers[state]!(given),
    wait: async () => {},
    random: () => 0,
  });

/** Errors with which a task ends that took too much time or memory: the next try would end the same way. */
export const ENDED_BY_LIMIT = [
  'States.Timeout',
  'Sandbox.Timedout',
  'Lambda.Unknown',
  'Runtime.ExitError',
  'Runtime.OutOfMemory',
];
