import type { Figure } from './main.ts';
import { atLeast, atMost } from './measure.ts';
import { breakRequirements } from './trace/broken-server.ts';
import { readCorpus, type TracedDocument } from './trace/read-corpus.ts';

export const flags = ['--tell'];

type Score = { right: number; made: number; wanted: number };

/**
 * Compares traces of requirements, made by rules alone, with those of `bench/trace/corpus` made by hand. Also breaks
 * requirements on a server of each spec. `--tell`: prints each wrong trace, and each broken requirement that no journey
 * reports.
 */
export const run = async (given: string[]): Promise<Figure[]> => {
  const documents = await readCorpus();
  const broken = (await Promise.all(documents.map(breakRequirements))).flat();
  if (given.includes('--tell')) {
    for (const line of documents.flatMap(differences)) console.log(line);
    for (const { document, sentence, mutant, isTold } of broken)
      if (!isTold) console.log(`${document}: not told: ${sentence} (${mutant})`);
  }
  const requirements = documents.flatMap((one) => one.requirements);
  const [tuned, held] = [false, true].map((isHeldOut) =>
    scoreOf(documents.filter((one) => one.isHeldOut === isHeldOut)),
  ) as [Score, Score];
  const bound = requirements.flatMap(({ trace }) => trace.bindings);
  const told = broken.filter(({ isTold }) => isTold).length;
  return [
    atLeast('requirements with a gold trace', requirements.length, 150, ''),
    ...figuresOf('tuned documents', tuned),
    ...figuresOf('held-out documents', held),
    atMost(
      'members that the gold names and the trace, too',
      share(membersOf(documents)),
      Number.POSITIVE_INFINITY,
      '%',
    ),
    atMost(
      `bindings that a journey proves, of ${bound.length}`,
      share({ right: bound.filter(({ proofs }) => proofs.length > 0).length, wanted: bound.length }),
      Number.POSITIVE_INFINITY,
      '%',
    ),
    atLeast(`broken requirements told, of ${broken.length}`, share({ right: told, wanted: broken.length }), 85, '%'),
  ];
};

const figuresOf = (name: string, { right, made, wanted }: Score): Figure[] => [
  atLeast(`precision, ${name} (${right} of ${made})`, share({ right, wanted: made }), 95, '%'),
  atLeast(`recall, ${name} (${right} of ${wanted})`, share({ right, wanted }), 80, '%'),
];

const share = ({ right, wanted }: Pick<Score, 'right' | 'wanted'>): number => (100 * right) / Math.max(1, wanted);

type Requirement = TracedDocument['requirements'][number];

/** Operation and outcome of each binding, as the hand-made trace demands. */
const wantedOf = ({ gold }: Requirement): Set<string> =>
  new Set(gold.map((one) => one.split(' ').slice(0, 2).join(' ')));
const foundOf = ({ trace }: Requirement): Set<string> =>
  new Set(trace.bindings.map(({ operation, outcome }) => `${operation} ${outcome}`));

const scoreOf = (documents: TracedDocument[]): Score => {
  const score = { right: 0, made: 0, wanted: 0 };
  for (const requirement of documents.flatMap(({ requirements }) => requirements)) {
    const [wanted, found] = [wantedOf(requirement), foundOf(requirement)];
    score.right += [...found].filter((one) => wanted.has(one)).length;
    score.made += found.size;
    score.wanted += wanted.size;
  }
  return score;
};

const membersOf = (documents: TracedDocument[]): Pick<Score, 'right' | 'wanted'> => {
  const pairs = documents.flatMap(({ requirements }) =>
    requirements.map(({ gold, trace }) => {
      const found = new Set(
        trace.bindings.flatMap(({ operation, outcome, fields }) =>
          fields.map((field) => `${operation} ${outcome} ${field}`),
        ),
      );
      const wanted = gold.filter((one) => one.split(' ').length === 3);
      return { right: wanted.filter((one) => found.has(one)).length, wanted: wanted.length };
    }),
  );
  return pairs.reduce((sum, one) => ({ right: sum.right + one.right, wanted: sum.wanted + one.wanted }), {
    right: 0,
    wanted: 0,
  });
};

const differences = ({ name, requirements }: TracedDocument): string[] =>
  requirements.flatMap((requirement) => {
    const [wanted, found] = [wantedOf(requirement), foundOf(requirement)];
    if (wanted.size === found.size && [...wanted].every((one) => found.has(one))) return [];
    const { sentence, trace } = requirement;
    return [
      `${name}: ${sentence}`,
      `    gold  ${[...wanted].join(', ') || 'nothing'}`,
      `    found ${[...found].join(', ') || trace.missing?.detail}`,
    ];
  });
