import type { AuditAction } from '#contract/audit-actions.ts';
import type { Endpoint } from '#contract/define-endpoint.ts';
import { jobs } from '#contract/jobs.ts';

/** Endpoints that write and give or take nobody's rights, each with what tells of its effect instead. */
export const unaudited: Readonly<Record<string, string>> = {
  createWorkspace: 'The workspace is there, and gives nobody a right.',
  updateWorkspace: 'It changes a name.',
  createNotebook: 'A notebook is content.',
  updateNotebook: 'A notebook is content.',
  deleteNotebook: 'A notebook is content.',
  createPage: 'A page is content.',
  updatePage: 'A page is content.',
  deletePage: 'A page is content.',
  createProject: 'The project is there, and gives nobody a right.',
  updateProject: 'It changes a name, a description or what lists show.',
  createFeature: 'The feature is there, and gives nobody a right.',
  updateFeature: 'It changes a name or a description.',
  createDocument: 'A document is content.',
  updateDocument: 'A document is content.',
  deleteDocument: 'A document is content.',
  updateWorkbook: 'A workbook has versions.',
  publishFeatureSpec: 'Each published spec is a build, which is kept and told in the event feed.',
  retryBuild: 'Each try is a build.',
  createUpload: 'A ticket is the right to send bytes that the sender has; what is made of them is told there.',
  recordRun: 'A run is a record by itself.',
  previewTierChange: 'It only shows.',
  createDraft: 'It only drafts; the AI tokens that it took are counted.',
  chat: 'It only answers; the AI tokens that it took are counted.',
  sweepWorkbook: 'It only finds; the AI tokens that it took are counted.',
  completeText: 'It only suggests; the AI tokens that it took are counted.',
  openCheckout: 'It opens a page; what is bought there is audited where it is applied.',
  openPortal: 'It opens a page; what is changed there is audited where it is applied.',
  receivePaymentEvent: 'It hands an event on; what that changes is audited where it is applied.',
  generateValidationCases: 'A generation is a record by itself.',
};

/** Actions that jobs write, in the name of nobody. */
const byJobs = new Set(jobs.flatMap(({ audits }) => audits ?? []));

/** Every endpoint that writes names its audit actions, or says here why it has none; every action belongs to an endpoint, or to a job. */
export const auditViolations = (
  endpoints: readonly Pick<Endpoint, 'operationId' | 'method' | 'audits'>[],
  actions: readonly AuditAction[],
): string[] => {
  const writes = endpoints.filter(({ method }) => method !== 'GET');
  const known = new Set(writes.map(({ operationId }) => operationId));
  const named = new Set(endpoints.flatMap(({ audits }) => audits));
  return [
    ...writes
      .filter(({ operationId, audits }) => audits.length === 0 && unaudited[operationId] === undefined)
      .map(({ operationId }) => `${operationId} writes without an audit action and without a reason`),
    ...writes
      .filter(({ operationId, audits }) => audits.length > 0 && unaudited[operationId] !== undefined)
      .map(({ operationId }) => `${operationId} has an audit action and a reason to have none`),
    ...Object.keys(unaudited)
      .filter((operationId) => !known.has(operationId))
      .map((operationId) => `${operationId} is no endpoint that writes`),
    ...actions
      .filter((action) => !named.has(action) && !byJobs.has(action))
      .map((action) => `no endpoint writes ${action}`),
  ];
};
