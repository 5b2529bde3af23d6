import type { Ports } from '#domain/ports/ports.ts';
import { AllowanceRepository } from './allowance-repository.ts';
import { AuditRepository } from './audit-repository.ts';
import { BillingCapRepository } from './billing-cap-repository.ts';
import { AuditSealRepository } from './audit-seal-repository.ts';
import { BuildRepository } from './build-repository.ts';
import { CaseRepository } from './case-repository.ts';
import { CheckoutRepository } from './checkout-repository.ts';
import { DocumentRepository } from './document-repository.ts';
import { EventRepository } from './event-repository.ts';
import { FeatureRepository } from './feature-repository.ts';
import { LimitRepository } from './limit-repository.ts';
import { LlmKeyRepository } from './llm-key-repository.ts';
import { NotebookRepository } from './notebook-repository.ts';
import { OpenWork } from './open-work.ts';
import { PersonaRepository } from './persona-repository.ts';
import { PlanRepository } from './plan-repository.ts';
import { ProjectPurge } from './project-purge.ts';
import { ProjectRepository } from './project-repository.ts';
import { joiningPorts } from './joining-ports.ts';
import type { Tables } from './record.ts';
import { RunExpiry } from './run-expiry.ts';
import { RunRepository } from './run-repository.ts';
import { SeatMarks } from './seat-marks.ts';
import { SsoRepository } from './sso-repository.ts';
import { TokenRepository } from './token-repository.ts';
import { UserRepository } from './user-repository.ts';
import { UploadRepository } from './upload-repository.ts';
import { WaitRepository } from './wait-repository.ts';
import { WaiverRepository } from './waiver-repository.ts';
import { DeliveryRepository } from './delivery-repository.ts';
import { WebhookRepository } from './webhook-repository.ts';
import { WorkbookRepository } from './workbook-repository.ts';
import { WorkspaceRepository } from './workspace-repository.ts';

/** The ports that the table fulfils, for a process that serves every endpoint; a Lambda function takes only its own. */
export const tablePorts = (tables: Tables) =>
  ({
    ...billingPorts(tables),
    ...joiningPorts(tables),
    'tokens:read': new TokenRepository(tables),
    'tokens:write': new TokenRepository(tables),
    'token-policy:read': new TokenRepository(tables),
    'token-policy:write': new TokenRepository(tables),
    'users:read': new UserRepository(tables),
    'users:create': new UserRepository(tables),
    'users:write': new UserRepository(tables),
    'users:delete': new UserRepository(tables),
    'invitations:revoke': new UserRepository(tables),
    'limits:read': new LimitRepository(tables),
    'allowance:read': new AllowanceRepository(tables),
    'audit:read': new AuditRepository(tables),
    'audit:seal': new AuditSealRepository(tables),
    'workspaces:read': new WorkspaceRepository(tables),
    'workspaces:write': new WorkspaceRepository(tables),
    'workspaces:delete': new WorkspaceRepository(tables),
    'notebooks:read': new NotebookRepository(tables),
    'notebooks:write': new NotebookRepository(tables),
    'notebooks:delete': new NotebookRepository(tables),
    'projects:read': new ProjectRepository(tables),
    'projects:write': new ProjectRepository(tables),
    'projects:purge': new ProjectPurge(tables),
    'personas:read': new PersonaRepository(tables),
    'personas:write': new PersonaRepository(tables),
    'persona-secrets:release': new PersonaRepository(tables),
    'features:read': new FeatureRepository(tables),
    'features:locate': new FeatureRepository(tables),
    'features:place': new FeatureRepository(tables),
    'features:write': new FeatureRepository(tables),
    'documents:read': new DocumentRepository(tables),
    'documents:write': new DocumentRepository(tables),
    'cases:read': new CaseRepository(tables),
    'cases:start': new CaseRepository(tables),
    'cases:write': new CaseRepository(tables),
    'builds:read': new BuildRepository(tables),
    'builds:amend': new BuildRepository(tables),
    'builds:write': new BuildRepository(tables),
    'runs:read': new RunRepository(tables),
    'results:read': new RunRepository(tables),
    'runs:write': new RunRepository(tables),
    'runs:expire': new RunExpiry(tables),
    'workbooks:read': new WorkbookRepository(tables),
    'workbooks:write': new WorkbookRepository(tables),
    'uploads:read': new UploadRepository(tables),
    'uploads:write': new UploadRepository(tables),
    'waivers:read': new WaiverRepository(tables),
    'waivers:write': new WaiverRepository(tables),
    'allowance:reserve': new AllowanceRepository(tables),
    'allowance:spend': new AllowanceRepository(tables),
    'events:read': new EventRepository(tables),
    'waits:hold': new WaitRepository(tables),
    'events:mark': new EventRepository(tables),
    'webhooks:read': new WebhookRepository(tables),
    'webhooks:write': new WebhookRepository(tables),
    'deliveries:read': new DeliveryRepository(tables),
    'deliveries:queue': new DeliveryRepository(tables),
    'deliveries:write': new DeliveryRepository(tables),
    'sso:read': new SsoRepository(tables),
    'sso:write': new SsoRepository(tables),
    'llm-keys:read': new LlmKeyRepository(tables),
    'llm-keys:write': new LlmKeyRepository(tables),
    'open-work:read': new OpenWork(tables),
  }) satisfies Partial<Ports>;

/** What has been bought, and how. */
const billingPorts = (tables: Tables) => ({
  'plans:read': new PlanRepository(tables),
  'plans:write': new PlanRepository(tables),
  'checkouts:write': new CheckoutRepository(tables),
  'answers:keep': new CheckoutRepository(tables),
  'payment-customers:read': new CheckoutRepository(tables),
  'billing-cap:write': new BillingCapRepository(tables),
  'seats:mark': new SeatMarks(tables),
});
