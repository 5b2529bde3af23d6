import type { ReasonCode } from '#verifier/result/verdict.ts';
import { REASON_TITLES } from '#verifier/verdicts/reason-titles.ts';
import { verdictTable } from '#verifier/verdicts/verdict-table.ts';
import { accuses, reasonPages } from './reason-pages.ts';

/** What each verdict of specification §7 says. */
export const verdictMeanings = {
  FAIL_DECISIVE_ROUTE_MISSING: 'The endpoint is not implemented.',
  FAIL_DECISIVE_CONTRACT: 'The answer does not match the document.',
  FAIL_DECISIVE_PERSISTENCE: 'The state did not persist.',
  INCONCLUSIVE_AUTH_REQUIRED: 'A credential could not be loaded, or was refused.',
  INCONCLUSIVE_SETUP_REQUIRED: 'A prerequisite is missing, or the API could not be reached in time.',
  INCONCLUSIVE_INPUT_CONSTRAINT: 'The API refused values that the document allows.',
} as const;

export const verdictCodes = Object.keys(verdictMeanings) as (keyof typeof verdictMeanings)[];

export const reasonCodes = Object.keys(reasonPages) as ReasonCode[];

/** The reason whose exchange shows a verdict best. */
const shownBy: Record<keyof typeof verdictMeanings, ReasonCode> = {
  FAIL_DECISIVE_ROUTE_MISSING: 'ROUTE_NOT_SERVED',
  FAIL_DECISIVE_CONTRACT: 'SCHEMA',
  FAIL_DECISIVE_PERSISTENCE: 'VALUE_NOT_STORED',
  INCONCLUSIVE_AUTH_REQUIRED: 'CREDENTIAL_REJECTED',
  INCONCLUSIVE_SETUP_REQUIRED: 'PREREQUISITE_NOT_FOUND',
  INCONCLUSIVE_INPUT_CONSTRAINT: 'INPUT_REFUSED',
};

/** The reasons that the verdict table gives with a verdict, in its order. */
const reasonsOf = (verdict: keyof typeof verdictMeanings): ReasonCode[] => [
  ...new Set(verdictTable.filter((row) => row.verdict === verdict).map(({ reasonCode }) => reasonCode)),
];

/** A verdict as plain text, for the terminal: what it says, an exchange, and its reasons. */
export const explainVerdict = (verdict: keyof typeof verdictMeanings): string => {
  const { example, next } = reasonPages[shownBy[verdict]];
  const reasons = reasonsOf(verdict).map((code) => `  ${code.padEnd(24)}${REASON_TITLES[code]}\n`);
  return `${verdict}  ${verdictMeanings[verdict]}\n\n  example  ${example}\n  next     ${next}\n\nIts reasons (dezycro explain REASON):\n${reasons.join('')}`;
};

/** A reason as plain text, for the terminal. */
export const explainReason = (code: ReasonCode): string => {
  const { means, example, next } = reasonPages[code];
  const side = accuses(code) ? 'decisive: the API is at fault' : 'undecided: the API was not judged';
  return `${code}  ${REASON_TITLES[code]} (${side})\n\n${means}\n\n  example  ${example}\n  next     ${next}\n`;
};

/** Every verdict and reason as one Markdown page: docs/verdicts.md. */
export const verdictsPage = (): string => {
  const verdicts = verdictCodes.map(
    (verdict) => `| ${verdict} | ${verdictMeanings[verdict]} | \`${reasonPages[shownBy[verdict]].example}\` |`,
  );
  return `# Verdicts and reasons

\`dezycro explain CODE\` prints an entry of this page. A failure counts only after the whole journey failed twice at the same place.

| verdict | means | for example |
|---|---|---|
${verdicts.join('\n')}

## Decisive reasons: the API is at fault

${sections(true)}

## Other reasons: the API was not judged, or the journey passed

${sections(false)}
`;
};

const sections = (isDecisive: boolean): string =>
  reasonCodes
    .filter((code) => accuses(code) === isDecisive)
    .map((code) => {
      const { means, example, next } = reasonPages[code];
      return `### ${code}\n\n**${REASON_TITLES[code]}.** ${means}\n\n\`\`\`text\n${example}\n\`\`\`\n\n${next}`;
    })
    .join('\n\n');
