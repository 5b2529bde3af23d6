import type { chat as endpoint } from '#contract/endpoints/assistance.ts';
import type { chatAnswer } from '#contract/schemas/assistance.ts';
import * as z from '#contract/schemas/zod.ts';
import { currentCoverage } from '#domain/coverage/current-coverage.ts';
import { shipBlockers } from '#domain/coverage/ship-rules.ts';
import { readRequirementStates } from '#domain/requirements/read-requirement-states.ts';
import { waivedIn } from '#domain/requirements/requirement-rules.ts';
import type { UseCase } from '#domain/use-case.ts';
import { asData, askMetered } from './ask-metered.ts';
import { type Fact, factsOf } from './facts-of.ts';

type Sentence = z.input<typeof chatAnswer>['sentences'][number];

const mostSentences = 10;
const answer = z.object({ sentences: z.array(z.object({ sentence: z.string(), facts: z.array(z.string()) })) });

const instructions = `You answer a question about the tests of an API, only with the facts that you are given.

${asData}

"question" is what somebody asks, "facts" what is known, each with an "id". Answer with "sentences": at most ${mostSentences}, each with the ids of
the facts that it rests on. Say nothing that no fact says. Copy names, numbers and codes as they stand.`;

/** Answers by facts that the service has, each with where it can be read. What a model says counts only where facts bear it. */
export const chat: UseCase<typeof endpoint> = async ({ actor, scope, head, body, alongside }, ports, runtime) => {
  const { question: asked, runId } = body;
  const [{ live, ...standing }, requirementsOf] = await Promise.all([
    currentCoverage(scope, head, ports, runtime.now()),
    readRequirementStates(scope, ports),
  ]);
  const { coverage, plans, states } = standing;
  const requirements = requirementsOf({ plans, states, waived: waivedIn(live) });
  const blockers = shipBlockers({ specHash: head.specHash, ...standing }, undefined);
  const facts = factsOf(scope, { coverage, requirements, blockers }, runId);
  const material = { question: asked, facts: facts.map(({ id, text }) => ({ id, text })) };
  const read = ({ sentences }: z.output<typeof answer>) => borne(sentences, facts);
  const question = { operation: 'CHAT', instructions, material, answer, read } as const;
  const { believed, ...told } = await askMetered(scope, actor, question, ports, runtime);
  const shown = { sentences: believed ?? fitting(asked, facts), ...told };
  await ports['answers:keep'].keep(scope, alongside({ body: shown }));
  return { body: shown };
};

/** Sentences whose numbers, codes and quoted names stand in the facts that they name; undefined where there is none. */
const borne = (sentences: z.output<typeof answer>['sentences'], facts: readonly Fact[]): Sentence[] | undefined => {
  const holding = sentences.slice(0, mostSentences).flatMap(({ sentence, facts: ids }): Sentence[] => {
    const named = facts.filter(({ id }) => ids.includes(id));
    const known = named.map(({ text }) => text).join('\n');
    const claims = sentence.match(/"[^"]+"|\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b|\d+/g) ?? [];
    const isBorne = named.length > 0 && ids.length === named.length && claims.every((claim) => known.includes(claim));
    return isBorne && !/\p{Cc}/u.test(sentence) ? [{ sentence, links: linksOf(named) }] : [];
  });
  return holding.length === 0 ? undefined : holding;
};

const linksOf = (facts: readonly Fact[]): string[] => [...new Set(facts.map(({ href }) => href))];

const mostTold = 5;
/** Words that stand in most questions, and tell nothing. */
const idle = new Set('the and what which who why how can did does was were for with this that are has have'.split(' '));

/** The facts that share most words with the question; the most telling where none does. */
const fitting = (question: string, facts: readonly Fact[]): Sentence[] => {
  const words = wordsIn(question).filter((word) => !idle.has(word));
  const scored = facts.map((fact) => {
    const own = new Set(wordsIn(fact.text));
    return { fact, score: words.filter((word) => own.has(word)).length };
  });
  const found = scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score);
  return (found.length > 0 ? found : scored)
    .slice(0, mostTold)
    .map(({ fact }) => ({ sentence: fact.text, links: [fact.href] }));
};

const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => word.replace(/(?:ed|ing|s)$/, ''));
