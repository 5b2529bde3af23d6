import type { Machine } from './tasks.ts';

/** The environment variable that holds a machine's ARN. */
export const stateMachineVariable = (machine: Machine): string =>
  `STATE_MACHINE_${machine.replaceAll('-', '_').toUpperCase()}`;
