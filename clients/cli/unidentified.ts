import { confined } from '#planner/confined/confined.ts';
import type { Access, Scheme } from '#planner/read-access.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import { shellWord } from '#verifier/cli/shell-word.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import { InputError } from '../input-error.ts';

/** From this part of the journeys on, a run without an identity is not begun. */
const MOST_WITHOUT = 0.5;
const MOST_WAYS = 5;

/**
 * Tells, before the first request, what the API asks for, how many journeys need it, and the commands that give it. Where more than half of the
 * journeys need an identity, throws InputError IDENTITY_MISSING with exit code 3; where fewer do, warns. Plans of an Arazzo file have no spec beside
 * them and take no identity: it warns.
 */
export const refuseUnidentified = async (
  { unidentified = 0, plans }: PlanBundle,
  specText: string,
  command: string,
  { env, stderr }: Pick<RunIo, 'env' | 'stderr'>,
): Promise<void> => {
  if (unidentified === 0) return;
  if (specText === '')
    return stderr(
      `warning: ${unidentified} of ${plans.length} journeys have no identity: they were planned without --personas.\n`,
    );
  const access = await confined('readAccess', { spec: specText });
  const names = access.schemes.map(({ name, told }) => `${name} (${told})`).join(', ');
  const asked = `This API asks for ${names || 'an identity'}; ${unidentified} of ${plans.length} journeys need it.`;
  if (unidentified / plans.length < MOST_WITHOUT) return stderr(`warning: ${asked} Give one: ${waysOf(access)[0]}\n`);
  const unused = Object.keys(env).filter((name) => name.startsWith('AUTH_') && env[name]);
  const lines = [
    'Nothing was sent. Go on with one of:',
    ...waysOf(access).map((way) => `  ${command} ${way}`),
    `  ${command} --anonymous`,
    ...unused.slice(0, 1).map((name) => `${name} is set: --persona ${personaOf(name)}="may do everything" uses it.`),
    'Several identities: --persona NAME="what it may do" for each, see dezycro verify --help.',
  ];
  throw new InputError('IDENTITY_MISSING', asked, lines.join('\n'), 3);
};

const personaOf = (variable: string): string => variable.slice('AUTH_'.length).toLowerCase();

/** Options that give an identity, the one that the document describes best first. */
const waysOf = ({ schemes, logins }: Access): string[] => {
  const proofs = schemes.map(waysBy).filter((way) => way !== undefined);
  const ways = [...logins.map(({ path }) => `--login ${shellWord(`POST ${path}`)} --user NAME:PASSWORD`), ...proofs];
  return [...new Set(ways.length > 0 ? ways : [BEARER])].slice(0, MOST_WAYS);
};

const BEARER = '--token "$TOKEN"';

const waysBy = ({ proof, header }: Scheme): string | undefined => {
  if (proof === 'BEARER') return BEARER;
  if (proof === 'BASIC') return '--user NAME:PASSWORD';
  return proof === 'HEADER' ? `-H '${header}: …'` : undefined;
};
