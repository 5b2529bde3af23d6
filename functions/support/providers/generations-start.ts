import { startsExecutions } from './state-machine.ts';

export const generationStarter = startsExecutions('generate-validation-cases');
