import type { ReasonCode } from '#verifier/result/verdict.ts';
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

export const reasonCodes = Object.keys(reasonPages) as ReasonCode[];

/** A reason as plain text, for the terminal. */
export const explainReason = (code: ReasonCode): string => {
  const { title, means, example, next } = reasonPages[code];
  const side = accuses(code) ? 'decisive: the API is at fault' : 'undecided: the API was not judged';
  return `${code}  ${title} (${side})\n\n${means}\n\n  example  ${example}\n  next     ${next}\n`;
};

/** Every verdict and reason as one Markdown page: docs/verdicts.md. */
export const verdictsPage = (): string => {
  const verdicts = Object.entries(verdictMeanings).map(([verdict, meaning]) => `| ${verdict} | ${meaning} |`);
  return `# Verdicts and reasons

\`dezycro explain CODE\` prints an entry of this page. A failure counts only after the whole journey failed twice at the same place.

| verdict | means |
|---|---|
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
      const { title, means, example, next } = reasonPages[code];
      return `### ${code}\n\n**${title}.** ${means}\n\n\`\`\`text\n${example}\n\`\`\`\n\n${next}`;
    })
    .join('\n\n');
