import { namesIn } from '#planner/personas/names-in.ts';
import { causesOfGaps } from '#planner/rules/causes-of-gaps.ts';
import type { Drop, DroppedPlan } from '#planner/outcome/dropped-plan.ts';
import { type RankedEdit, rankEdits } from '#planner/rules/rank-edits.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import type { PersonaBinding, Plan } from '#verifier/plan/plan.ts';
import { clean, type Painter, painter } from '#verifier/reporters/terminal-text.ts';
import { wrapText } from '#verifier/reporters/wrap-text.ts';
import type { OperationCoverage } from '#planner/outcome/planned-feature.ts';
import { requirementsExplained } from './explain-requirements.ts';
import { INDENT, labelled } from './labelled.ts';
import type { PlannedSpec } from './plan-spec.ts';

/** Edits that are shown; the rest is counted. */
const MAX_EDITS = 10;
/** Names that are shown behind an edit. */
const MAX_NAMES = 3;

/**
 * What covers each operation of a spec, or why nothing does and the smallest edit that would; then the edits that would cover most, the
 * personas, and the yield. For people, at 80 columns; `--json` has it all for programs.
 */
export const explainPlans = (
  planned: PlannedSpec,
  personas: PersonaBinding[],
  { env, stdoutIsTerminal }: Pick<RunIo, 'env' | 'stdoutIsTerminal'>,
): string => {
  const { bundle, operations, dropped, leftOut } = planned;
  const paint = painter(stdoutIsTerminal && (env['NO_COLOR'] ?? '') === '');
  const { plans } = bundle;
  const journeys = new Map(plans.map((plan) => [plan.journeyId, plan]));
  const causes = causesOfGaps(planned);
  const covered = operations.filter(({ journeyIds }) => journeyIds.length > 0).length;
  const documented = operations.length + leftOut;
  const unread = leftOut > 0 ? ` · ${leftOut} left out, see the warnings` : '';
  const lines = [
    clean(`${bundle.title} · ${operations.length} operations · spec ${bundle.specHash.slice(0, 19)}`),
    ...operations.flatMap((operation) => ['', ...operationLines(operation, journeys, causes, paint)]),
    // An edit for one operation stands there already.
    ...section(
      'What would cover more',
      editLines(
        rankEdits(dropped, operations).filter(({ frees }) => frees.length !== 1),
        paint,
      ),
      paint,
    ),
    ...section('Requirements', requirementsExplained(planned, paint), paint),
    ...section('Personas', personaLines(personas, planned), paint),
    '',
    `${covered} of ${documented} operations covered (${percent(covered, documented)})${unread} · ${counted(plans.length, 'journey')}, each proved · ${dropped.length} dropped`,
  ];
  return `${lines.join('\n')}\n`;
};

/** Why no journey could be planned, the edit that would free most first. */
export const explainNothing = (dropped: DroppedPlan[], operations: OperationCoverage[]): string[] =>
  editLines(rankEdits(dropped, operations), painter(false));

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.floor((100 * part) / whole)} %`);

const section = (title: string, lines: string[], paint: Painter): string[] =>
  lines.length === 0 ? [] : ['', paint.bold(title), ...lines];

const operationLines = (
  { operation, key, journeyIds }: OperationCoverage,
  plans: Map<string, Plan>,
  causes: ReturnType<typeof causesOfGaps>,
  paint: Painter,
): string[] => {
  const title = paint.bold(clean(key)) + (operation === key ? '' : paint.dim(clean(`  ${operation}`)));
  if (journeyIds.length === 0) {
    const cause = causes.get(operation);
    return [title, ...(cause ? causeLines(cause, paint) : [])];
  }
  const journeys = journeyIds.flatMap((id) => plans.get(id) ?? []);
  const own = journeys.filter(({ subject }) => subject === key);
  const others = journeys.length - own.length;
  const [first] = journeys;
  return [
    title,
    ...own.flatMap(({ kind, name }) => labelled(kind, name, paint.green)),
    ...(own.length === 0 && first ? labelled('used in', first.name + more(others - 1), paint.green) : []),
    ...(own.length > 0 && others > 0 ? [paint.dim(`${INDENT}and in ${others} more`)] : []),
  ];
};

const more = (count: number): string => (count > 0 ? ` and ${count} more` : '');

const causeLines = (cause: Drop | DroppedPlan, paint: Painter): string[] => {
  return [
    ...labelled('not covered', cause.detail, paint.red),
    ...wrapText(`${INDENT}→ `, clean(cause.edit)),
    ...(cause.pointer === undefined ? [] : [paint.dim(`${INDENT}at ${clean(cause.pointer)}`)]),
  ];
};

const editLines = (edits: RankedEdit[], paint: Painter): string[] => {
  const shown = edits.slice(0, MAX_EDITS);
  const left = edits.length - shown.length;
  return [
    ...shown.flatMap(({ edit, detail, pointer, frees, journeys }) => {
      const gain = frees.length > 0 ? counted(frees.length, 'operation') : counted(journeys, 'journey');
      const names = `${frees.slice(0, MAX_NAMES).join(', ')}${more(frees.length - MAX_NAMES)}`;
      return [
        ...labelled(gain, edit, paint.yellow),
        ...wrapText(`${INDENT}why: `, clean(detail)),
        ...(pointer === undefined ? [] : [paint.dim(`${INDENT}at ${clean(pointer)}`)]),
        ...(frees.length > 1 ? wrapText(`${INDENT}for `, clean(names)).map((line) => paint.dim(line)) : []),
      ];
    }),
    ...(left > 0 ? [`  … and ${counted(left, 'edit')} more`] : []),
  ];
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Each persona with the journeys that it takes part in, or why in none. */
const personaLines = (personas: PersonaBinding[], { bundle, dropped, traced }: PlannedSpec): string[] => {
  const isNamed = namesIn(traced.map(({ sentence }) => sentence));
  return personas.flatMap(({ name }) => {
    const journeys = bundle.plans.filter((plan) => plan.personas.includes(name)).length;
    const own = dropped.filter((one) => one.personas.includes(name));
    const why = own.find(({ reason }) => reason === 'AMBIGUOUS_PERSONA') ?? own[0];
    const idle = isNamed(name) ? 'the requirements name it, but refuse it nothing' : 'it states no limit';
    const says =
      journeys > 0
        ? `in ${counted(journeys, 'journey')}`
        : `in no journey: ${why ? `${why.detail} → ${why.edit}` : `${idle}, and another persona runs the journeys.`}`;
    return labelled(clean(name), says, (text) => text);
  });
};
