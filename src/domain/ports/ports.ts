import type { Capability } from '#contract/capabilities.ts';
import type { BillingReader } from './billing-reader.ts';
import type { BlobReader, BlobRemover, BlobSigner, BlobWriter } from './blob-store.ts';
import type { BuildReader, BuildWriter } from './build-repository.ts';
import type { CaseReader, CaseWriter } from './case-repository.ts';
import type { DocumentReader, DocumentWriter } from './document-repository.ts';
import type { EventReader } from './event-reader.ts';
import type { RunReader, RunWriter } from './run-repository.ts';
import type { SigningKeyReader, VerifierAssembler, VerifierSigner } from './verifier-assembler.ts';
import type { WorkflowStarter } from './workflow-starter.ts';
import type { FeatureReader, FeatureWriter } from './feature-repository.ts';
import type { PersonaReader, PersonaWriter } from './persona-repository.ts';
import type { ProjectPurger, ProjectReader, ProjectWriter } from './project-repository.ts';
import type { SecretCipher } from './secret-cipher.ts';
import type { SignInWriter } from './sign-in.ts';
import type { TokenReader, TokenWriter } from './token-repository.ts';
import type { UserReader, UserWriter } from './user-repository.ts';
import type { WaiverReader, WaiverWriter } from './waiver-repository.ts';
import type { WorkbookReader, WorkbookWriter } from './workbook-repository.ts';
import type { WorkspaceReader } from './workspace-reader.ts';

/** Capability → the interface that a use case gets for it. A read capability's interface has no write methods. */
export interface Ports {
  'tokens:read': TokenReader;
  'tokens:write': TokenWriter;
  'users:read': UserReader;
  'users:write': UserWriter;
  'sign-ins:write': SignInWriter;
  'billing:read': BillingReader;
  'workspaces:read': WorkspaceReader;
  'projects:read': ProjectReader;
  'projects:write': ProjectWriter;
  'projects:purge': ProjectPurger;
  'personas:read': PersonaReader;
  'personas:write': PersonaWriter;
  'features:read': FeatureReader;
  'features:write': FeatureWriter;
  'documents:read': DocumentReader;
  'documents:write': DocumentWriter;
  'cases:read': CaseReader;
  'cases:write': CaseWriter;
  'builds:read': BuildReader;
  'builds:write': BuildWriter;
  'runs:read': RunReader;
  'runs:write': RunWriter;
  'workbooks:read': WorkbookReader;
  'workbooks:write': WorkbookWriter;
  'waivers:read': WaiverReader;
  'waivers:write': WaiverWriter;
  'events:read': EventReader;
  'blobs:read': BlobReader;
  'blobs:write': BlobWriter;
  'blobs:sign': BlobSigner;
  'blobs:remove': BlobRemover;
  'secrets:encrypt': SecretCipher;
  'builds:start': WorkflowStarter;
  'deletions:start': WorkflowStarter;
  'generations:start': WorkflowStarter;
  'verifiers:assemble': VerifierAssembler;
  'verifiers:sign': VerifierSigner;
  'signing-key:read': SigningKeyReader;
}

/** The ports of the given capabilities; a capability without an entry in `Ports` does not compile at its endpoint. */
export type PortsFor<Uses extends Capability> = Pick<Ports, Uses & keyof Ports>;
