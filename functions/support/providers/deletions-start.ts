import { startsExecutions } from './state-machine.ts';

export const deletionStarter = startsExecutions('delete-project');
