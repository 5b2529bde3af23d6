import type { ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type {
  Persona,
  PersonaReader,
  PersonaRefusal,
  PersonaScope,
  PersonaSecrets,
  PersonaWriter,
  SecretChange,
} from '#domain/ports/persona-repository.ts';
import { type Step, transactSteps } from './change-records.ts';
import { absent, equal, exists } from './expressions.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { type Container, containers, type ItemKey } from './key-parts.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Item, Write } from './writes.ts';

export class PersonaRepository implements PersonaReader, PersonaWriter, PersonaSecrets {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async list(scope: ProjectScope): Promise<Persona[]> {
    const table = this.#tables(scope.tenantId);
    const pages = await Promise.all(
      everyContainer(scope).map((container) => table.query(ranges.personas(scope, container))),
    );
    return pages.flatMap(({ items }) => items.map(personaOf));
  }

  async find(scope: ProjectScope, personaId: string): Promise<Persona | undefined> {
    const places = everyContainer(scope).map((container) => keys.persona(scope, container, personaId));
    const found = (await this.#tables(scope.tenantId).batchGet(places)).find((item) => item !== undefined);
    return found && personaOf(found);
  }

  create(
    scope: ProjectScope,
    persona: Persona,
    secret: SecretChange,
    alongside: Alongside,
  ): Promise<'DONE' | PersonaRefusal> {
    const { persona: key, name, variable } = keysOf(scope, persona);
    return transactSteps(this.#transact(scope, alongside), [
      // Nobody reaches a persona but through a project; a project that is being deleted gets no new ones.
      { refusal: 'NOT_FOUND', write: { check: keys.project(scope, scope.projectId), if: exists('pk') } },
      { refusal: 'NOT_FOUND', write: { put: { ...key, ...persona }, if: absent('pk') } },
      { refusal: 'NAME_CONFLICT', write: taken(name) },
      { refusal: 'ENV_VAR_CONFLICT', write: taken(variable) },
      ...secretSteps('NOT_FOUND', scope, persona, secret),
    ]);
  }

  update(
    scope: ProjectScope,
    before: Persona,
    after: Persona,
    secret: SecretChange,
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED' | PersonaRefusal> {
    const from = keysOf(scope, before);
    const to = keysOf(scope, after);
    return transactSteps(this.#transact(scope, alongside), [
      { refusal: 'CHANGED', write: { put: { ...to.persona, ...after }, if: equal('version', before.version) } },
      ...moved('NAME_CONFLICT', from.name, to.name),
      ...moved('ENV_VAR_CONFLICT', from.variable, to.variable),
      ...secretSteps('CHANGED', scope, after, secret),
    ]);
  }

  delete(scope: ProjectScope, persona: Persona, alongside: Alongside): Promise<'DONE' | 'CHANGED'> {
    const { persona: key, name, variable } = keysOf(scope, persona);
    return transactSteps(this.#transact(scope, alongside), [
      { refusal: 'CHANGED', write: { delete: key, if: equal('version', persona.version) } },
      { refusal: 'CHANGED', write: { delete: name } },
      { refusal: 'CHANGED', write: { delete: variable } },
      ...secretSteps('CHANGED', scope, persona, 'REMOVE'),
    ]);
  }

  async read(scope: ProjectScope, { id, scope: personaScope }: Persona): Promise<Uint8Array | undefined> {
    const key = keys.personaSecret(scope, containerOf(scope, personaScope), id);
    return (await this.#tables(scope.tenantId).get(key))?.['ciphertext'] as Uint8Array | undefined;
  }

  note(scope: ProjectScope, alongside: Alongside): Promise<void> {
    return transactAlongside(this.#tables, scope, [], alongside);
  }

  #transact(scope: ProjectScope, alongside: Alongside) {
    return (writes: Write[]): Promise<void> => transactAlongside(this.#tables, scope, writes, alongside);
  }
}

/** Those made before a field existed have none of it. */
const laterFields = { hasCredentials: false, credentialsForRuns: false, scriptVariables: [], scriptHosts: [] };

const personaOf = (item: Item): Persona => ({
  ...laterFields,
  ...recordOf<Omit<Persona, keyof typeof laterFields>>(item),
});

const everyContainer = (scope: ProjectScope): Container[] => [
  containers.project(scope),
  containers.workspace(scope),
  containers.tenant,
];

const containerOf = (scope: ProjectScope, personaScope: PersonaScope): Container => {
  if (personaScope === 'TENANT') return containers.tenant;
  return personaScope === 'WORKSPACE' ? containers.workspace(scope) : containers.project(scope);
};

const keysOf = (scope: ProjectScope, persona: Persona): { persona: ItemKey; name: ItemKey; variable: ItemKey } => {
  const container = containerOf(scope, persona.scope);
  return {
    persona: keys.persona(scope, container, persona.id),
    name: keys.personaName(scope, container, persona.name),
    variable: keys.personaVariable(scope, container, persona.envVar),
  };
};

/** Credentials lie in a partition of their own, which readers of personas may not read. These writes have no condition: none refuses. */
const secretSteps = <R extends string>(
  refusal: R,
  scope: ProjectScope,
  persona: Persona,
  secret: SecretChange,
): Step<R>[] => {
  if (secret === 'KEEP') return [];
  const key = keys.personaSecret(scope, containerOf(scope, persona.scope), persona.id);
  return [{ refusal, write: secret === 'REMOVE' ? { delete: key } : { put: { ...key, ciphertext: secret } } }];
};

const taken = (key: ItemKey): Write => ({ put: { ...key }, if: absent('pk') });

const moved = <R extends string>(refusal: R, from: ItemKey, to: ItemKey): Step<R>[] =>
  from.sk === to.sk
    ? []
    : [
        { refusal, write: taken(to) },
        { refusal, write: { delete: from } },
      ];
