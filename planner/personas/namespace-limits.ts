import { ACTIONS } from '../resources/actions/actions-of.ts';
import { singular } from '../vocabulary/singular.ts';
import { actionsIn } from './grammar/limit-words.ts';
import type { ResourceGraph } from '../resources/model/resource-graph.ts';
import type { PersonaRoles } from './persona.ts';
import type { SpecModel } from '../intake/operations/spec-model.ts';
import { sameName } from '../vocabulary/words-of.ts';
import type { StatedLimit } from './grammar/stated-limit.ts';

/**
 * The name of a namespace: it begins with a capital, has a digit or one of `-_.` after small letters, or is in quotes
 * (Apollo, team-blue, "blue").
 */
const NAME = String.raw`(?:"[^"]+"|'[^']+'|[A-Z][\w.-]*|[a-z]+[-_.\d][\w.-]*)`;
const PLACE = String.raw`the (?:([a-z]+) ${NAME}|${NAME} ([a-z]+))`;
const THINGS =
  '(?:what(?:ever)? is|everything|anything|all that is|(?:the )?(?:things|objects|resources)) (?:in|inside|within)';
const VERBS = '(?:[A-Za-z]+(?:, | and | or ))*[A-Za-z]+';
const INSIDE_ONLY = new RegExp(
  String.raw`^(?:\w+ )?(${VERBS}) (?:${THINGS} ${PLACE} only|only ${THINGS} ${PLACE})$|^(?:\w+ )?only (${VERBS}) ${THINGS} ${PLACE}$`,
);

/**
 * Returns the limit of "May see and change what is in the namespace team-blue only". It refuses items in other
 * namespaces, and update and delete of these namespaces. Reads, lists and creates of namespaces stay allowed. Empty if
 * the verbs do not include reading, or if another sentence of the description names any action.
 */
export function namespaceLimits(description: string): StatedLimit[] {
  const sentences = description.replaceAll('’', "'").split(/[.;](?:\s|$)/);
  return sentences.flatMap((sentence, at): StatedLimit[] => {
    const said = INSIDE_ONLY.exec(sentence.trim());
    const others = sentences.filter((_, other) => other !== at).join(' ');
    const [verbs = '', kind] = (said ?? []).slice(1).filter((group) => group !== undefined);
    const isAll = actionsIn(verbs.toLowerCase()).includes('read') && actionsIn(others.toLowerCase()).length === 0;
    return kind !== undefined && isAll
      ? [{ scope: 'object', actions: ACTIONS, words: [singular(kind.toLowerCase())], isInside: true }]
      : [];
  });
}

/**
 * Returns the roles without limits to a container (`isInside`) that no operation creates or whose id is env-provided:
 * it may be the persona's own. `given` are the env-provided parameters. A persona without any limit left is no longer
 * limited.
 */
export function withoutForeignPlaces(
  roles: PersonaRoles,
  { operations }: SpecModel,
  { resources }: ResourceGraph,
  given: string[],
): PersonaRoles {
  const isMade = ({ isInside, words: [kind = ''] }: StatedLimit) => {
    if (!isInside) return true;
    const isGiven = operations.some(({ path }) =>
      path
        .split('/')
        .some(
          (name, at, all) =>
            sameName(singular(name), kind) && given.some((one) => sameName(`{${one}}`, all[at + 1] ?? '')),
        ),
    );
    return !isGiven && resources.some(({ noun, create }) => create !== undefined && sameName(noun, kind));
  };
  const limited = roles.limited.map(({ persona, limits }) => ({ persona, limits: limits.filter(isMade) }));
  return { ...roles, limited: limited.filter(({ limits }) => limits.length > 0) };
}
