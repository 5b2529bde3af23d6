import type { Registry } from './registries.ts';

const sections = ({ name, about, rules }: Registry): string =>
  [
    `## ${name}`,
    about,
    ...rules.map(({ id, title, terms, example, test, testTitle }) =>
      [
        `### ${id}`,
        `${title}.`,
        `\`\`\`text\n${example}\n\`\`\``,
        `${terms.join(' · ')} · test: ${test}, “${testTitle}”`,
      ].join('\n\n'),
    ),
  ].join('\n\n');

/** Every rule as one Markdown page: docs/rules.md. */
export const rulesPage = (registries: readonly Registry[]): string => {
  const counts = registries.map(({ name, rules }) => `| ${name} | ${rules.length} |`);
  const total = registries.flatMap(({ rules }) => rules).length;
  return `# Rules

Every heuristic of the planner and the runner, ${total} in all. \`dezycro rules\` lists them; \`npm run rules\` writes this page.

| registry | rules |
|---|---|
${counts.join('\n')}

${registries.map(sections).join('\n\n')}
`;
};
