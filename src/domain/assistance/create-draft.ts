import type { createDraft as endpoint } from '#contract/endpoints/assistance.ts';
import * as z from '#contract/schemas/zod.ts';
import { currentPlans } from '#domain/coverage/current-plans.ts';
import { requirementTracer } from '#domain/requirements/requirement-tracer.ts';
import type { UseCase } from '#domain/use-case.ts';
import type { SurfaceOperation } from '#planner/outcome/surface-operation.ts';
import type { Trace } from '#planner/trace/create-tracer.ts';
import { asData, askMetered } from './ask-metered.ts';
import { operationsAbout, sentenceFor } from './draft-rules.ts';

const mostSentences = 30;
const longestSentence = 500;
/** A model is told so many operations at most. */
const mostOperations = 200;

const answer = z.object({ sentences: z.array(z.string()) });

const instructions = `You draft requirements of a product, or the steps of a journey through it, for people to edit.

${asData}

"kind" is PRD_SECTION or JOURNEY, "title" what it is to be about, "operations" what the API can do. Answer with "sentences": for a PRD_SECTION
sentences that each demand one outcome that a response of these operations shows ("A user can create a note with a text."); for a JOURNEY one
sentence for each step, in order. At most ${mostSentences}, one line each, nothing that no operation can do.`;

/** A draft of what the title is about: by the model, else from the operations that it names. The rules alone say what each sentence is bound to. */
export const createDraft: UseCase<typeof endpoint> = async (
  { actor, scope, head, body, alongside },
  ports,
  runtime,
) => {
  const { kind, title } = body;
  const plans = await currentPlans(scope, head, ports);
  const surface = plans?.surface?.operations ?? [];
  const traceOf = requirementTracer(plans);
  const operations = surface.slice(0, mostOperations).map(({ id, key, sends, shows }) => ({ id, key, sends, shows }));
  const material = { kind, title, operations };
  const question = { operation: 'AUTHORING', instructions, material, answer, read } as const;
  const asked = await askMetered(scope, actor, question, ports, runtime);
  const sentences = asked.believed ?? ruled(title, surface);
  const note =
    asked.believed !== undefined
      ? null
      : [asked.note, sentences.length === 0 ? whyEmpty(title, surface) : null].filter(Boolean).join(' ') || null;
  const traced = sentences.map((sentence) => ({ sentence, trace: traceOf?.(sentence) }));
  const shown = {
    kind,
    title,
    ...(kind === 'PRD_SECTION' ? sectionOf(title, traced) : stepsOf(traced)),
    answeredBy: asked.answeredBy,
    note,
  };
  await ports['answers:keep'].keep(scope, alongside({ body: shown }));
  return { body: shown };
};

type Traced = { sentence: string; trace: Trace | undefined };

const ruled = (title: string, surface: readonly SurfaceOperation[]): string[] => [
  ...new Set(operationsAbout(title, surface).flatMap((operation) => sentenceFor(operation) ?? [])),
];

const whyEmpty = (title: string, surface: readonly SurfaceOperation[]): string => {
  if (surface.length === 0) return 'There is nothing to draft from: publish a spec, and wait until its build is READY.';
  const things = [...new Set(surface.flatMap(({ nouns }) => nouns.at(-1) ?? []))].slice(0, 10).join(', ');
  return `No operation of the spec is about "${title}". Name one of: ${things}.`;
};

const sectionOf = (title: string, traced: readonly Traced[]) => ({
  content: traced.length === 0 ? '' : `## ${title}\n\n${traced.map(({ sentence }) => `- ${sentence}`).join('\n')}\n`,
  sentences: traced.map(({ sentence, trace }) => ({
    sentence,
    operations: [...new Set(trace?.bindings.map(({ operation }) => operation))],
    missing: missingOf(trace),
  })),
  steps: [],
});

const missingOf = (trace: Trace | undefined): string | null => {
  if (trace === undefined) return 'The current spec has no READY build whose journeys can be traced.';
  const missing = trace.missing ?? trace.bindings.find((binding) => binding.missing)?.missing;
  return missing ? [missing.detail, missing.edit].filter(Boolean).join(' ') : null;
};

/** A step is bound where its sentence speaks of one operation. */
const stepsOf = (traced: readonly Traced[]) => ({
  content: null,
  sentences: [],
  steps: traced.map(({ sentence, trace }) => {
    const bound = [...new Set(trace?.bindings.map(({ operation }) => operation))];
    return { description: sentence, operationId: bound.length === 1 ? bound[0]! : null };
  }),
});

/** Whole lines of text, and not too many; Markdown of the model's own is none of ours. */
const read = (said: z.output<typeof answer>): string[] | undefined => {
  const sentences = said.sentences.map((one) => one.trim());
  const holds =
    sentences.length > 0 &&
    sentences.length <= mostSentences &&
    sentences.every((one) => one !== '' && one.length <= longestSentence && !/\p{Cc}/u.test(one));
  return holds ? sentences : undefined;
};
