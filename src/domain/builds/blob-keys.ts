import { verifierFilename } from '#contract/verifier-file.ts';
import type { FeatureScope, NotebookScope, ProjectScope } from '#domain/access/scope.ts';
import type { Platform } from '#domain/ports/verifier-stamper.ts';
import type { BlobKey } from '#domain/ports/blob-store.ts';

const inProject = ({ projectId }: ProjectScope, ...parts: string[]): BlobKey =>
  ['projects', projectId, ...parts].join('/');
/** A hash without its prefix `sha256:`. */
export const hex = (hash: string): string => hash.replace(/^sha256:/, '');

/** Where each kind of document lies. What is named by its hash never changes. */
export const blobKeys = {
  /** Where everything of a project lies. */
  project: (scope: ProjectScope) => inProject(scope, ''),
  spec: (scope: ProjectScope, specHash: string) => inProject(scope, 'specs', `${hex(specHash)}.json`),
  plans: (scope: ProjectScope, plansHash: string) => inProject(scope, 'plans', `${hex(plansHash)}.json`),
  /** Where the files of a feature's builds lie, or those of one. */
  verifiers: (scope: FeatureScope, ...buildId: [] | [string]) =>
    inProject(scope, 'verifiers', scope.featureId, ...buildId, ''),
  verifier: (scope: FeatureScope, buildId: string, platform: Platform) =>
    `${blobKeys.verifiers(scope, buildId)}${platform}/${verifierFilename(platform)}`,
  /** The signed statement about a build's files. */
  verifierStatement: (scope: FeatureScope, buildId: string) => `${blobKeys.verifiers(scope, buildId)}statement.json`,
  /** What was stamped for a build. */
  verifierFiles: (scope: FeatureScope, buildId: string) => `${blobKeys.verifiers(scope, buildId)}files.json`,
  journeyStates: (scope: ProjectScope, statesHash: string) =>
    inProject(scope, 'journey-states', `${hex(statesHash)}.json`),
  /** Where the documents of a feature lie. */
  documents: (scope: FeatureScope) => inProject(scope, 'documents', scope.featureId, ''),
  document: (scope: FeatureScope, contentHash: string) =>
    inProject(scope, 'documents', scope.featureId, `${hex(contentHash)}.md`),
  /** Where the pages of a notebook lie. */
  notebook: ({ notebookId }: NotebookScope): BlobKey => `notebooks/${notebookId}/`,
  page: (scope: NotebookScope, contentHash: string): BlobKey => `${blobKeys.notebook(scope)}${hex(contentHash)}.md`,
  /** What the steps of a generation hand to each other. */
  generation: (scope: ProjectScope, workflowId: string, part: string) =>
    inProject(scope, 'generations', workflowId, `${part}.json`),
  /** What a language model answered to a question, named by the question. */
  modelAnswer: (scope: ProjectScope, questionHash: string) =>
    inProject(scope, 'model-answers', `${hex(questionHash)}.json`),
  /** Of a run that is recorded, or of a request that broke off. */
  results: (scope: ProjectScope, runId: string) => inProject(scope, 'runs', runId, 'results'),
  /** Where everything of a run lies but its logs. */
  run: (scope: ProjectScope, runId: string) => inProject(scope, 'runs', runId, ''),
  logs: (scope: ProjectScope, runId: string) => inProject(scope, 'logs', runId, ''),
  log: (scope: ProjectScope, runId: string, testCaseId: string) => inProject(scope, 'logs', runId, `${testCaseId}.log`),
};
