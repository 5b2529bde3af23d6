import { startsExecutions } from './state-machine.ts';

export const buildStarter = startsExecutions('build-verifier');
