import type { Capability } from '#contract/capabilities.ts';
import type { AllowanceReleaser, AllowanceSettler } from './allowance.ts';
import type { AuditReader } from './audit-reader.ts';
import type { BillingCapWriter } from './billing-cap-writer.ts';
import type { AuditSealer, SealCopies } from './audit-sealer.ts';
import type { BlobReader, BlobRemover, BlobSigner, BlobWriter } from './blob-store.ts';
import type { BuildReader, BuildWriter } from './build-repository.ts';
import type { CaseReader, CaseWriter } from './case-repository.ts';
import type { DocumentReader, DocumentWriter } from './document-repository.ts';
import type { EventMarker, EventPublisher, EventReader } from './event-reader.ts';
import type { OpenWorkReader } from './open-work-reader.ts';
import type { ResultReader, RunExpirer, RunReader, RunWriter } from './run-repository.ts';
import type { RunnerReader, SigningKeyReader, VerifierSigner, VerifierStamper } from './verifier-stamper.ts';
import type { WorkflowStarter } from './workflow-starter.ts';
import type { FeatureLocator, FeaturePlacer, FeatureReader, FeatureWriter } from './feature-repository.ts';
import type { InvitationAccepter, InvitationExpirer, TenantCloser } from './invitation-repository.ts';
import type { LanguageModel, ModelChoice } from './language-model.ts';
import type { PaymentEventPublisher, PaymentEventSource } from './payments.ts';
import type { PersonaReader, PersonaSecrets, PersonaWriter } from './persona-repository.ts';
import type { PlanReader } from './plan-repository.ts';
import type { ProjectPurger, ProjectReader, ProjectWriter } from './project-repository.ts';
import type { SecretCipher, SecretDecipher, SecretReleaser, WebhookSecretContext } from './secret-cipher.ts';
import type { SignInWriter } from './sign-in.ts';
import type { TokenPolicyWriter, TokenReader, TokenWriter } from './token-repository.ts';
import type { InvitationRevoker, UserCreator, UserReader, UserRemover, UserWriter } from './user-repository.ts';
import type { TicketReader, TicketWriter, UploadFetcher, UploadSigner } from './upload-store.ts';
import type { WaiverReader, WaiverWriter } from './waiver-repository.ts';
import type {
  DeliveryQueue,
  DeliveryReader,
  DeliveryWriter,
  WebhookReader,
  WebhookWriter,
} from './webhook-repository.ts';
import type { WebhookSender, WebhookTargets } from './webhook-sender.ts';
import type { WorkbookReader, WorkbookWriter } from './workbook-repository.ts';
import type { WorkspaceReader } from './workspace-reader.ts';

/** Capability → the interface that a use case gets for it. A read capability's interface has no write methods. */
export interface Ports {
  'tokens:read': TokenReader;
  'tokens:write': TokenWriter;
  'token-policy:write': TokenPolicyWriter;
  'users:read': UserReader;
  'users:create': UserCreator;
  'users:write': UserWriter;
  'users:delete': UserRemover;
  'sign-ins:write': SignInWriter;
  'invitations:revoke': InvitationRevoker;
  'invitations:accept': InvitationAccepter;
  'invitations:expire': InvitationExpirer;
  'tenants:close': TenantCloser;
  'plans:read': PlanReader;
  'billing-cap:write': BillingCapWriter;
  'payment-events:verify': PaymentEventSource;
  'payment-events:publish': PaymentEventPublisher;
  'audit:read': AuditReader;
  'audit:seal': AuditSealer;
  'seals:copy': SealCopies;
  'workspaces:read': WorkspaceReader;
  'projects:read': ProjectReader;
  'projects:write': ProjectWriter;
  'projects:purge': ProjectPurger;
  'personas:read': PersonaReader;
  'personas:write': PersonaWriter;
  'persona-secrets:release': PersonaSecrets;
  'features:read': FeatureReader;
  'features:locate': FeatureLocator;
  'features:place': FeaturePlacer;
  'features:write': FeatureWriter;
  'documents:read': DocumentReader;
  'documents:write': DocumentWriter;
  'cases:read': CaseReader;
  'cases:start': CaseWriter;
  'cases:write': CaseWriter;
  'builds:read': BuildReader;
  'builds:amend': BuildWriter;
  'builds:write': BuildWriter;
  'runs:read': RunReader;
  'results:read': ResultReader;
  'runs:write': RunWriter;
  'runs:expire': RunExpirer;
  'workbooks:read': WorkbookReader;
  'workbooks:write': WorkbookWriter;
  'waivers:read': WaiverReader;
  'waivers:write': WaiverWriter;
  'events:read': EventReader;
  'events:publish': EventPublisher;
  'events:mark': EventMarker;
  'webhooks:read': WebhookReader;
  'webhooks:write': WebhookWriter;
  'webhooks:send': WebhookSender;
  'webhook-targets:check': WebhookTargets;
  'webhook-secrets:encrypt': SecretCipher<WebhookSecretContext>;
  'webhook-secrets:decrypt': SecretDecipher<WebhookSecretContext>;
  'deliveries:read': DeliveryReader;
  'deliveries:queue': DeliveryQueue;
  'deliveries:write': DeliveryWriter;
  'open-work:read': OpenWorkReader;
  'uploads:read': TicketReader;
  'uploads:write': TicketWriter;
  'uploads:sign': UploadSigner;
  'uploads:fetch': UploadFetcher;
  'blobs:read': BlobReader;
  'blobs:write': BlobWriter;
  'blobs:sign': BlobSigner;
  'blobs:remove': BlobRemover;
  'secrets:encrypt': SecretCipher;
  'secrets:decrypt': SecretReleaser;
  'models:read': ModelChoice;
  'models:ask': LanguageModel;
  'allowance:reserve': AllowanceReleaser;
  'allowance:spend': AllowanceSettler;
  'builds:start': WorkflowStarter;
  'deletions:start': WorkflowStarter;
  'generations:start': WorkflowStarter;
  'runners:read': RunnerReader;
  'verifiers:stamp': VerifierStamper;
  'verifiers:sign': VerifierSigner;
  'signing-key:read': SigningKeyReader;
}

/** The ports of the given capabilities; a capability without an entry in `Ports` does not compile at its endpoint. */
export type PortsFor<Uses extends Capability> = Pick<Ports, Uses & keyof Ports>;
