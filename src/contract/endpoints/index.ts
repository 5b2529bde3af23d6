import type { Endpoint } from '../define-endpoint.ts';
import * as assistance from './assistance.ts';
import * as auditLog from './audit-log.ts';
import * as billing from './billing.ts';
import * as builds from './builds.ts';
import * as coverage from './coverage.ts';
import * as docsPage from './docs-page.ts';
import * as documents from './documents.ts';
import * as domains from './domains.ts';
import * as events from './events.ts';
import * as features from './features.ts';
import * as invitations from './invitations.ts';
import * as llmKeys from './llm-keys.ts';
import * as invitationLinks from './invitation-links.ts';
import * as joining from './joining.ts';
import * as me from './me.ts';
import * as notebooks from './notebooks.ts';
import * as openapiDocument from './openapi-document.ts';
import * as pats from './pats.ts';
import * as personaCredentials from './persona-credentials.ts';
import * as personas from './personas.ts';
import * as projects from './projects.ts';
import * as requirements from './requirements.ts';
import * as runAttestations from './run-attestations.ts';
import * as runs from './runs.ts';
import * as signIn from './sign-in.ts';
import * as signingKey from './signing-key.ts';
import * as specs from './specs.ts';
import * as sso from './sso.ts';
import * as startPage from './start-page.ts';
import * as subscription from './subscription.ts';
import * as users from './users.ts';
import * as validationCases from './validation-cases.ts';
import * as verifier from './verifier.ts';
import * as verifierRuns from './verifier-runs.ts';
import * as webhooks from './webhooks.ts';
import * as workbooks from './workbooks.ts';
import * as workspaces from './workspaces.ts';
import * as workspacesManage from './workspaces-manage.ts';

/** THE REGISTRY: every endpoint once. Routes, rights, OpenAPI, the local server and the guards are loops over it. */
export const registry: readonly Endpoint[] = [
  me,
  pats,
  workspaces,
  workspacesManage,
  notebooks,
  projects,
  personas,
  personaCredentials,
  features,
  documents,
  validationCases,
  specs,
  builds,
  verifier,
  signIn,
  signingKey,
  verifierRuns,
  runs,
  runAttestations,
  coverage,
  requirements,
  assistance,
  workbooks,
  events,
  webhooks,
  users,
  invitations,
  invitationLinks,
  joining,
  domains,
  llmKeys,
  sso,
  auditLog,
  subscription,
  billing,
  openapiDocument,
  docsPage,
  startPage,
].flatMap((resource) => Object.values(resource));
