import { createPersona, listPersonas, updatePersona } from '#contract/endpoints/personas.ts';
import type { PersonaBinding } from '#verifier/plan/plan.ts';
import type { Answer, Call } from './call-api.ts';
import type { FeaturePath } from './feature-path.ts';

type ProjectPath = Omit<FeaturePath, 'featureId'>;
export type Persona = Answer<typeof listPersonas>['data'][number];

/** All personas that a project has or inherits. */
export const personasOf = async (call: Call, { workspaceId, projectId }: ProjectPath): Promise<Persona[]> => {
  const all: Persona[] = [];
  for (let page = 1; ; page++) {
    const path = { workspaceId, projectId };
    const { data, totalElements } = await call(listPersonas, { path, query: { page, size: 100 } });
    all.push(...data);
    if (data.length === 0 || all.length >= totalElements) return all;
  }
};

/**
 * Makes the personas in the project, and changes those of the project that are not so yet; one that it inherits just so is left. Answers the
 * names of those that were made or changed.
 */
export const putPersonas = async (
  call: Call,
  { workspaceId, projectId }: ProjectPath,
  personas: readonly PersonaBinding[],
): Promise<string[]> => {
  const path = { workspaceId, projectId };
  const there = await personasOf(call, path);
  const written: string[] = [];
  for (const persona of personas) {
    const namesakes = there.filter(({ name }) => name.toLowerCase() === persona.name.toLowerCase());
    const own = namesakes.find(({ scope }) => scope === 'PROJECT');
    if (isSame(own ?? namesakes[0], persona)) continue;
    if (own) await call(updatePersona, { path: { ...path, personaId: own.id! }, body: fieldsOf(persona) });
    else await call(createPersona, { path, body: { ...fieldsOf(persona), scope: 'PROJECT' } });
    written.push(persona.name);
  }
  return written;
};

const fieldsOf = ({ name, description, authType, envVar, script, scriptVariables, scriptHosts }: PersonaBinding) => ({
  name,
  description,
  authType,
  envVar,
  script: script ?? null,
  scriptVariables: scriptVariables ?? [],
  scriptHosts: scriptHosts ?? [],
});

const isSame = (there: Persona | undefined, persona: PersonaBinding): boolean => {
  if (there === undefined) return false;
  const wanted = fieldsOf(persona);
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  return names.every((name) => JSON.stringify(there[name]) === JSON.stringify(wanted[name]));
};
