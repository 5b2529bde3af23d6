import { createStatesClient, StateMachines } from '#adapters/step-functions/state-machines.ts';
import type { WorkflowStarter } from '#domain/ports/workflow-starter.ts';
import { variable } from './variable.ts';

export const workflowStarter = (): WorkflowStarter =>
  new StateMachines(createStatesClient(), { 'build-verifier': variable('BUILD_STATE_MACHINE') });
