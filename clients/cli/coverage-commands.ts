import { type CommandEntry, json, place, serviceExits, text } from './command-entry.ts';

/** What the recorded runs have shown, and who answers for the rest. */
export const coverageCommands = {
  coverage: {
    summary: 'show what the runs of a feature have covered, and what blocks it',
    usage: '[options]',
    about:
      'One line for each journey that is not covered, below the reason; lifecycleBlocking says whether the feature can become VERIFIED.',
    options: { ...place, json },
    exits: `0 shown · ${serviceExits}`,
    examples: ['dezycro coverage'],
  },
  trace: {
    summary: 'show what proves each requirement of a feature, and what is missing',
    usage: '[options]',
    about:
      'One line for each sentence of the documents that demands something, the most urgent first: failed journeys with their verdict and, for a\nsentence that no journey proves, the smallest edit of the spec that would prove it.',
    options: { ...place, json },
    exits: `0 shown · ${serviceExits}`,
    examples: ['dezycro trace'],
  },
  waive: {
    summary: 'waive a journey that does not pass, or an operation that no journey covers',
    usage: '--reason TEXT --journey ID|--operation NAME [options]',
    about:
      'Until the waiver is withdrawn or ends, its journey or operation blocks nothing. dezycro coverage --json names the journeys and, in\nflowGaps, the operations; the waiver shows who made it. The feature becomes VERIFIED with the next recorded run.',
    options: {
      journey: text('ID', 'of the plans or the workbook'),
      operation: text('NAME', 'that no journey covers, as flowGaps names it'),
      reason: text('TEXT', 'why'),
      until: text('TIME', 'as in 2099-01-01T00:00:00Z (default: until it is withdrawn)'),
      ...place,
      json,
    },
    exits: `0 waived · ${serviceExits}`,
    examples: ["dezycro waive --operation getHealth --reason 'watched by the load balancer'"],
  },
  ship: {
    summary: 'say whether a feature can ship, as the exit code',
    usage: '[options]',
    about:
      'Ships when every enforced journey of the current spec passed or is waived, every operation has a journey or is waived, and a value was\nseen again; with a commit only what passed at that commit counts. The\ncommit is the one that GitHub, GitLab and Jenkins name, unless it is given.',
    options: { ...place, commit: text('SHA', 'the commit that is to ship'), json },
    exits: `0 ships · 1 does not; the blockers are listed · ${serviceExits}`,
    examples: ['dezycro ship', 'dezycro ship --commit "$(git rev-parse HEAD)"'],
  },
} as const satisfies Record<string, CommandEntry>;
