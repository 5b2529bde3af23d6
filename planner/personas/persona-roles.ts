import type { PersonaBinding } from '#verifier/plan/plan.ts';
import { upperSnake } from '#verifier/plan/upper-snake.ts';

import { namespaceLimits } from './namespace-limits.ts';
import { wordsIn } from './grammar/limit-words.ts';
import { namesIn } from './names-in.ts';
import { managedByRole } from './grammar/paraphrase.ts';
import {
  grantsOnOthers,
  ownsOnly,
  statedGrants,
  statedLimits,
  statesCapability,
  statesRefusal,
} from './grammar/stated-limits.ts';
import { unsharedLimits } from './grammar/unshared-limits.ts';
import type { Persona, PersonaRoles } from './persona.ts';
import type { RequiredRefusal } from './required-refusal.ts';
import type { StatedLimit } from './grammar/stated-limit.ts';

/** Returns the script of a JS persona with its variables and hosts; {} without a script. Empty lists are left out. */
function scriptOf({ authType, script, scriptVariables = [], scriptHosts = [] }: Persona): Partial<PersonaBinding> {
  if (authType !== 'JS' || !script) return {};
  return {
    script,
    ...(scriptVariables.length > 0 ? { scriptVariables } : {}),
    ...(scriptHosts.length > 0 ? { scriptHosts } : {}),
  };
}

export function bindingOf(persona: Persona): PersonaBinding {
  return {
    name: persona.name,
    description: persona.description,
    authType: persona.authType,
    envVar: persona.envVar ?? `AUTH_${upperSnake(persona.name)}`,
    ...scriptOf(persona),
    ...(persona.signIn ? { signIn: persona.signIn } : {}),
  };
}

/**
 * Returns a rank of how little a persona may do: 0 for an owner or administrator, 4 for one with a limit on reads or on
 * others' items. A refusal without a readable limit ranks as 3, because it may refuse what the others do.
 */
function rank({ description, name }: PersonaBinding, limits: StatedLimit[]): number {
  const says = `${name.toLowerCase()} ${statedGrants(description)}`;
  if (limits.some(({ scope, actions }) => scope === 'object' || actions.includes('read'))) return 4;
  if (limits.length > 0) return 3;
  if (/\b(owner|admin\w*|full)\b/.test(says)) return 0;
  if (statesRefusal(description)) return 3;
  if (/\b(everything|all)\b/.test(says)) return 0;
  return statesCapability(description) ? 1 : 2;
}

/** Returns limits on update and delete of the items that another persona's role manages. They refuse no create. */
function roleLimits({ description }: PersonaBinding, others: string[]): StatedLimit[] {
  return managedByRole(description, others).map((things) => ({
    scope: 'object',
    actions: ['update', 'delete'],
    words: wordsIn(things),
    isOfRole: true,
  }));
}

/** Returns the roles with the limits that `find` returns added to each limited persona. */
export function withFurtherLimits(
  roles: PersonaRoles,
  find: (one: PersonaRoles['limited'][number]) => StatedLimit[],
): PersonaRoles {
  const limited = roles.limited.map((one) => ({ ...one, limits: [...one.limits, ...find(one)] }));
  return { ...roles, limited };
}

/**
 * Finds the actor, the limited and the ambiguous ones of the personas. `requirements` are the documents' texts.
 * `refusals` are what their sentences refuse: of personas with equal rank, one without a refusal is preferred as actor.
 */
export function personaRoles(
  personas: Persona[],
  requirements: readonly string[] = [],
  refusals: readonly RequiredRefusal[] = [],
): PersonaRoles {
  const isNamed = namesIn(requirements);
  const bindings = personas.map(bindingOf).sort((left, right) => (left.name < right.name ? -1 : 1));
  const limitsOf = new Map(
    bindings.map((persona) => {
      const people = bindings.flatMap((other) => (other === persona ? [] : wordsIn(other.name.toLowerCase())));
      const others = bindings.flatMap((other) => (other === persona ? [] : [other.description]));
      const { description } = persona;
      const stated = [...(unsharedLimits(description) ?? statedLimits(description)), ...namespaceLimits(description)];
      const granted = wordsIn(grantsOnOthers(description));
      return [persona, [...stated, ...roleLimits(persona, others)].map((limit) => ({ ...limit, people, granted }))];
    }),
  );
  const limitsFor = (persona: PersonaBinding) => limitsOf.get(persona) ?? [];
  const isRefused = ({ name }: PersonaBinding) => refusals.some(({ persona }) => persona === name);
  const ranked = bindings
    .filter(({ authType }) => authType !== 'NONE')
    .sort(
      (left, right) =>
        rank(left, limitsFor(left)) - rank(right, limitsFor(right)) ||
        Number(isRefused(left)) - Number(isRefused(right)),
    );
  // The actor has the lowest rank below 4. If no persona has, it is one that is limited to its own items and may write
  // them, or one inside a container. Another persona like it is the other identity.
  const actor =
    ranked.find((persona) => rank(persona, limitsFor(persona)) < 4) ??
    ranked.find((persona) => ownsOnly(persona.description) || limitsFor(persona).some(({ isInside }) => isInside));
  return {
    bindings,
    actor,
    limited: bindings
      .filter((persona) => persona !== actor && limitsFor(persona).length > 0)
      .map((persona) => ({ persona, limits: limitsFor(persona) })),
    required: refusals.filter(({ persona }) =>
      bindings.some(({ name, authType }) => name === persona && authType !== 'NONE'),
    ),
    ambiguous: bindings.filter(
      (persona) =>
        persona !== actor &&
        persona.authType !== 'NONE' &&
        limitsFor(persona).length === 0 &&
        !isNamed(persona.name) &&
        !isRefused(persona) &&
        (statesRefusal(persona.description) || !statesCapability(persona.description)),
    ),
  };
}
