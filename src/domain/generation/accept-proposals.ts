import type { LeftOut, StoredCase } from '#domain/ports/case-repository.ts';
import type { Skeleton } from './derive-skeletons.ts';
import type { Proposal } from './proposal.ts';

const longestName = 120;
const longestText = 1000;
const mostTexts = 20;
/** Anything shorter is in every document. */
const shortestQuote = 12;

/** A requirement, the case that rules make of it, and the words of its document. */
export type Asked = { skeleton: Skeleton; ruled: StoredCase; content: string };

/**
 * The cases of a batch: each as the model proposes it where the proposal holds, else as rules make it, with the reason in `dropped`. A
 * proposal holds when it is whole and each of its quotes is in the document to the letter.
 */
export const acceptProposals = (
  asked: readonly Asked[],
  proposals: readonly Proposal[],
  model: string,
): { cases: StoredCase[]; dropped: LeftOut[] } => {
  const byRequirement = new Map(proposals.map((each) => [each.requirement, each]));
  const dropped: LeftOut[] = [];
  const cases = asked.map(({ skeleton, ruled, content }, requirement) => {
    const proposal = byRequirement.get(requirement);
    const reason = faultOf(proposal, skeleton, content);
    if (proposal && reason === undefined) return { ...ruled, ...fieldsOf(proposal), enrichmentModelVersion: model };
    const { documentId, sectionHeading, quote } = skeleton;
    dropped.push({ documentId, sectionHeading, quote, reason: reason ?? 'MODEL_GAVE_NO_CASE' });
    return ruled;
  });
  return { cases, dropped };
};

const faultOf = (
  proposal: Proposal | undefined,
  { quote }: Skeleton,
  content: string,
): LeftOut['reason'] | undefined => {
  if (proposal === undefined) return 'MODEL_GAVE_NO_CASE';
  const { name, description, assertions } = proposal;
  if (name.trim() === '' || description.trim() === '' || assertions.length === 0) return 'MODEL_CASE_INCOMPLETE';
  const shortest = Math.min(shortestQuote, quote.length);
  const isVerbatim = ({ prdQuote }: { prdQuote: string }): boolean =>
    prdQuote.trim().length >= shortest && content.includes(prdQuote);
  return assertions.every(isVerbatim) ? undefined : 'MODEL_QUOTE_NOT_IN_DOCUMENT';
};

const fieldsOf = ({
  requirement: _requirement,
  name,
  description,
  riskIndicator,
  roleRequirement,
  edgeCases,
  assertions,
  ...said
}: Proposal) => ({
  ...said,
  name: cut(name, longestName),
  description: cut(description, longestText),
  riskIndicator: riskIndicator && cut(riskIndicator, longestText),
  roleRequirement: roleRequirement && cut(roleRequirement, longestText),
  preConditions: texts(said.preConditions),
  postConditions: texts(said.postConditions),
  dataExpectations: texts(said.dataExpectations),
  edgeCasesFromPrd: texts(edgeCases),
  assertionsFromPrd: assertions.slice(0, mostTexts).map((each) => ({
    ...each,
    description: cut(each.description, longestText),
    graphCaptured: false,
  })),
});

const texts = (given: readonly string[]): string[] => given.slice(0, mostTexts).map((each) => cut(each, longestText));

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
