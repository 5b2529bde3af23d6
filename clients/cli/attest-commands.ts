import { type CommandEntry, file, json, place, serviceExits } from './command-entry.ts';

/** `dezycro attest …`: signed records of runs. */
export const attestCommands = {
  'attest get': {
    summary: 'fetch the signed record of a recorded run',
    usage: 'RUN [options]',
    positionals: ['RUN'],
    about:
      'An in-toto statement (predicate test-result v0.1) in a DSSE envelope, signed by the service: feature, spec, commit, the hash of the\nverifier, the verdict of each journey, and the requirements that the run proves. Printed, or written with --out.',
    options: { out: file('where it is written (default: standard output)'), ...place },
    exits: `0 fetched · ${serviceExits}`,
    examples: ['dezycro attest get 0192f0a0-0000-7000-8000-000000000009 --out run.intoto.json'],
  },
  'attest verify': {
    summary: 'check a signed record of a run, and show what it says',
    usage: 'FILE [--key FILE] [--json]',
    positionals: ['FILE'],
    about:
      'Checks the signature with the public key of --key, else with the key that dezycro login or DEZYCRO_SIGNING_KEY trusts; then it needs no\nnetwork. Only without any of them it asks the service for its key, and says so.',
    options: { key: file('the public key in PEM, as GET /api/v1/signing-key shows it'), json },
    exits: `0 signed by that key, whatever the verdicts · 5 not what was signed, or no record of a run · ${serviceExits}`,
    examples: [
      'dezycro attest verify run.intoto.json',
      'dezycro attest verify run.intoto.json --key signing-key.pem --json',
    ],
  },
} as const satisfies Record<string, CommandEntry>;
