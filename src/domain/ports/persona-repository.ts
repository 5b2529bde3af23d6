import type { ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';

export type PersonaScope = 'TENANT' | 'WORKSPACE' | 'PROJECT';

/** An identity against the customer's API (specification §2, TestPersona). */
export type Persona = {
  id: string;
  name: string;
  description: string;
  authType: 'BEARER' | 'BASIC' | 'HEADER' | 'HTTP_ENDPOINT' | 'JS' | 'NONE';
  scope: PersonaScope;
  /** Only with scope PROJECT. */
  projectId: string | null;
  envVar: string;
  script: string | null;
  /** What the script sees besides its own variable: names, or `AUTH_*`, `API_*`, `DEZYCRO_*`. */
  scriptVariables: string[];
  /** What the script may call besides the target: `host` or `host:port`. */
  scriptHosts: string[];
  /** Whether encrypted credentials are stored beside it. */
  hasCredentials: boolean;
  /** Whether runs may use the stored credentials (decision record 0096). */
  credentialsForRuns: boolean;
  /** Grows with every change; guards against concurrent ones. */
  version: number;
};

/** What becomes of a persona's stored credentials: new ciphertext in their place, KEEP, or REMOVE. */
export type SecretChange = Uint8Array | 'KEEP' | 'REMOVE';

/** Why a persona was not written: a name or variable that its container has already, or the container is gone. */
export type PersonaRefusal = 'NAME_CONFLICT' | 'ENV_VAR_CONFLICT' | 'NOT_FOUND';

export interface PersonaReader {
  /** Every persona that the project sees: its own, its workspace's and its tenant's; in no particular order. */
  list(scope: ProjectScope): Promise<Persona[]>;
  /** One of those by id. */
  find(scope: ProjectScope, personaId: string): Promise<Persona | undefined>;
}

export interface PersonaWriter {
  create(
    scope: ProjectScope,
    persona: Persona,
    secret: SecretChange,
    alongside: Alongside,
  ): Promise<'DONE' | PersonaRefusal>;
  /** CHANGED where `before` is no longer how the persona is: read again and decide again. */
  update(
    scope: ProjectScope,
    before: Persona,
    after: Persona,
    secret: SecretChange,
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED' | PersonaRefusal>;
  delete(scope: ProjectScope, persona: Persona, alongside: Alongside): Promise<'DONE' | 'CHANGED'>;
}

/** Stored credentials as they lie: encrypted. For the one endpoint that releases them. */
export interface PersonaSecrets {
  read(scope: ProjectScope, persona: Persona): Promise<Uint8Array | undefined>;
  /** Writes what goes with a release: its audit entry and the count against the quota. */
  note(scope: ProjectScope, alongside: Alongside): Promise<void>;
}
