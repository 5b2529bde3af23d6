import { previewTierChange as endpoint } from '#contract/endpoints/billing.ts';
import { previewTierChange } from '#domain/billing/preview-tier-change.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { answerKeeper } from '../support/providers/answers-keep.ts';
import { featureReader } from '../support/providers/features-read.ts';
import { notebookReader } from '../support/providers/notebooks-read.ts';
import { planReader } from '../support/providers/plans-read.ts';
import { projectReader } from '../support/providers/projects-read.ts';
import { workspaceReader } from '../support/providers/workspaces-read.ts';

export const operation = implement(endpoint, previewTierChange);
export const handler = onApiGateway(operation, {
  'plans:read': planReader,
  'workspaces:read': workspaceReader,
  'projects:read': projectReader,
  'notebooks:read': notebookReader,
  'features:read': featureReader,
  'answers:keep': answerKeeper,
});
