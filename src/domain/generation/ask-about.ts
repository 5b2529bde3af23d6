import type { FeatureScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import { asJson, readJson, writeJson } from '#domain/builds/json-blob.ts';
import type { LeftOut, StoredCase } from '#domain/ports/case-repository.ts';
import { type LanguageModel, ModelFailure, type Question } from '#domain/ports/language-model.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import { TaskError } from '#domain/task-failure.ts';
import { hashOf } from '#planner/intake/json/canonical-json.ts';
import type { Json } from '#verifier/plan/plan.ts';
import { acceptProposals, type Asked } from './accept-proposals.ts';
import { counted } from './generation-step.ts';
import { questionOf, readProposals } from './proposal.ts';

type Ports = PortsFor<'blobs:read' | 'blobs:write'>;

/** What a model said, kept under the question, so that the same question is paid once. */
type KeptAnswer = { content: Json; tokens: number; paidBy: string };

type Enriched = { cases: StoredCase[]; dropped: LeftOut[]; tokens: number };

/** A model's answers cannot be used. What was spent is spent. */
export class Unusable extends TaskError {
  readonly tokens: number;
  constructor(name: string, why: string, tokens: number) {
    super(name, `${why} No case was stored. Generate again, or choose another model.`);
    this.tokens = tokens;
  }
}

/** The cases of a batch with a model's help. `payer` names the batch. Throws Unusable where less than half of its cases hold. */
export const askAbout = async (
  scope: FeatureScope,
  asked: readonly Asked[],
  payer: string,
  model: LanguageModel,
  ports: Ports,
): Promise<Enriched> => {
  const name = model.name ?? '';
  const question = await questionOf(asked.map(({ skeleton }) => skeleton));
  const key = blobKeys.modelAnswer(scope, hashOf([name, asJson(question)]));
  const kept = await findKept(ports, scope, key);
  const known = kept && judge(asked, kept.content, name);
  // What was believed once may not hold in another document; then it is asked again.
  if (kept && typeof known === 'object') return { ...known, tokens: kept.paidBy === payer ? kept.tokens : 0 };
  const { content, tokens } = await ask(model, question);
  const judged = judge(asked, content, name);
  if (typeof judged === 'string') throw new Unusable('MODEL_UNUSABLE', judged, tokens);
  await writeJson(ports['blobs:write'], scope, key, { content, tokens, paidBy: payer });
  return { ...judged, tokens };
};

/** The cases of an answer, or why it is not believed. */
const judge = (asked: readonly Asked[], content: Json, name: string): Omit<Enriched, 'tokens'> | string => {
  const proposals = readProposals(content);
  if (!proposals) return `${name} answered what is no list of cases.`;
  const accepted = acceptProposals(asked, proposals, name);
  const holding = asked.length - accepted.dropped.length;
  if (holding * 2 >= asked.length) return accepted;
  const invented = accepted.dropped.filter(({ reason }) => reason === 'MODEL_QUOTE_NOT_IN_DOCUMENT').length;
  return `${name} gave cases that hold for ${holding} of ${counted(asked.length, 'requirement')}; ${invented} quoted what the document does not say.`;
};

const findKept = async (ports: Ports, scope: FeatureScope, key: string): Promise<KeptAnswer | undefined> =>
  (await ports['blobs:read'].read(scope, key)) && readJson<KeptAnswer>(ports['blobs:read'], scope, key);

const ask = async (model: LanguageModel, question: Question): Promise<{ content: Json; tokens: number }> => {
  try {
    const { content, tokens } = await model.ask(question);
    return { content: content as Json, tokens };
  } catch (error) {
    if (error instanceof ModelFailure) throw new Unusable(error.trouble, error.message, error.tokens);
    throw error;
  }
};
