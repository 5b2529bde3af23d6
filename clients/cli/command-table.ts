import type { RunIo } from '#verifier/cli/cli-io.ts';
import { assistCommands } from './assist-commands.ts';
import { attestCommands } from './attest-commands.ts';
import { authCommands } from './auth-commands.ts';
import { type CommandEntry, file, flag, json, oneOf, place, serviceExits, several, text } from './command-entry.ts';
import { coverageCommands } from './coverage-commands.ts';
import { personaCommands } from './persona-commands.ts';

const platforms = ['node', 'linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'windows-x64'] as const;
const spec = file(
  'OpenAPI 2.0, 3.0 or 3.1, JSON or YAML: a file, a URL, or - for standard input; a URL without a path is searched for the document, and auto searches below --base-url',
);
const oneSpec = ['SPEC'] as const;
const selection = {
  exclude: several(
    'KIND=TEXT',
    'leaves out operations, which are never called: path=/admin*, method=DELETE, tag=Admin or operation=ID',
  ),
  'no-delete': flag('the same as --exclude method=DELETE; items that a run creates stay'),
} as const;
const overlay = several(
  'FILE',
  'OpenAPI Overlay 1.0, JSON or YAML: adds what the spec lacks, such as an example or a pattern',
);
const personas = file(
  '{"personas": [{"name", "description", "authType", "envVar"?, "script"?}]}, authType BEARER, BASIC, HEADER, HTTP_ENDPOINT, JS or NONE; the credentials of each are JSON in its variable, by default AUTH_<NAME> (default: personas.json in .dezycro here or above, or in this folder)',
);
const requirements = several(
  'FILE',
  'Markdown that says what the API must do: its sentences shape the journeys, as "A viewer must not delete a project." does; plan and the HTML report show what proves each',
);
const allowOlder = flag('accepts a build that is older than one used here before');
const params =
  'A path parameter that no operation of the spec can create comes from the variable APITEST_PARAM_<NAME>\n(workspaceId: APITEST_PARAM_WORKSPACE_ID), for one persona alone from APITEST_PARAM_<NAME>__<PERSONA>.';
const runExits =
  '0 passed · 1 a decisive failure · 2 usage, spec or plan error, nothing was sent · 3 inconclusive · 4 no answer from the API';

/** THE COMMANDS: parser, help, completion and dispatch are loops over this table. */
export const commandTable = {
  verify: {
    summary: 'plan, prove and run, offline',
    usage: 'SPEC [--base-url URL] [options]',
    positionals: oneSpec,
    about: `Plans journeys from an OpenAPI document, proves them, runs them against the API and says why each failure happened.\nNeeds no account and no service.\n\n${params}`,
    options: {
      spec,
      overlay,
      'base-url': text(
        'URL',
        "the API to verify; a bare origin gets the path of the spec's first server (default: where a spec by URL comes from)",
      ),
      personas,
      plan: file(
        'an Arazzo file: of dezycro plan, whose plans run as they were proved, without --spec; or any other, with --spec',
      ),
      auth: file(
        'an auth.local.json with the credentials (default: that in .dezycro here or above); without --personas its personas are used',
      ),
      header: {
        ...several(
          'HEADER',
          "one identity for all requests, as in -H 'Authorization: Bearer …'; not together with a file of personas",
        ),
        short: 'H',
      },
      token: text('TOKEN', 'one identity for all requests: a bearer token'),
      user: text('NAME:PASSWORD', 'one identity for all requests: HTTP Basic, or the user that --login signs in'),
      login: text("'POST /path'", 'the operation of the spec that signs in with a name and a password'),
      anonymous: flag('sends no identity, even if the API asks for one'),
      include: several(
        'KIND=TEXT',
        'only journeys about these operations, written as in --exclude; operations that create what these need are called, too',
      ),
      ...selection,
      'read-only': flag(
        'only journeys that send nothing but reads; a run that proves no value exits with 3, as most of these do',
      ),
      explore: flag(
        'also sends odd values (empty, long, extreme, malformed), at most 500; a 5xx that the document does not list is a failure',
      ),
      wait: text('TIME', 'waits up to that long, such as 30s, until the API answers'),
      watch: flag('runs again after each change of the spec and the other files, until Ctrl-C'),
      'plan-out': file('writes the plans, before anything is sent'),
      requirements,
      reporter: several(
        'NAME[=FILE]',
        'json, junit, github, tty, html, ndjson, sarif or ctrf; without a file to standard output',
      ),
      journey: several('ID', 'only this journey: its id, the beginning of it, or its name'),
      persona: several(
        'NAME[=TEXT]',
        'a persona and what it may do, with its token, NAME:PASSWORD or JSON in AUTH_<NAME>; without a text: only journeys that it takes part in',
      ),
      failed: file('an earlier result: what passed there does not run again'),
      'fail-on': oneOf(['decisive', 'inconclusive', 'skip'], 'the mildest outcome for which the exit code is not 0'),
      'junit-inconclusive': oneOf(['skipped', 'error'], 'how JUnit shows inconclusive journeys'),
      concurrency: text(
        'N',
        'the most journeys at once (default 8); a run starts with one and adds more while the API answers quickly',
      ),
      rate: text('N/s', 'requests a second, at most'),
      timeout: text('SECONDS', 'for each request (default 30)'),
      seed: text('N', 'repeats the unique values of an earlier run'),
      cacert: file('certificate authorities to trust beside the usual ones, PEM'),
      cert: file('client certificate, PEM'),
      key: file('its key, PEM'),
      proxy: text('URL', 'the proxy of all requests'),
      json,
    },
    exits: runExits,
    examples: [
      'dezycro verify http://127.0.0.1:8000/openapi.json',
      'dezycro verify openapi.json --base-url http://127.0.0.1:3000',
      'dezycro verify --plan plans.arazzo.yaml --base-url http://127.0.0.1:3000',
      `dezycro verify openapi.json --base-url http://127.0.0.1:8000 --login 'POST /login' --user alice:$PASSWORD`,
      `AUTH_ADMIN='{"token":"…"}' dezycro verify --spec api.yaml --base-url https://staging.example.com --personas personas.json --json`,
    ],
  },
  plan: {
    summary: 'plan and prove only',
    usage: 'SPEC [options]',
    positionals: oneSpec,
    about:
      'Plans and proves, sends nothing: shows the journeys that would run, and those that were dropped with the edit that would keep them.\nWith --requirements also which journeys the sentences add, and which sentences nothing proves, with the reason.\nSet APITEST_PARAM_<NAME> as for verify: it decides which journeys there are.',
    options: {
      spec,
      overlay,
      ...selection,
      personas,
      requirements,
      json,
      format: oneOf(['arazzo'], 'prints an Arazzo 1.0.1 document, which other tools can run and verify --plan takes'),
      dialect: oneOf(['spec', 'respect'], 'how its criteria are written; spec by default, respect for Redocly Respect'),
      out: file('writes that document to a file, in YAML where the name ends in .yaml'),
    },
    exits: '0 planned · 2 usage or spec error, or no executable plan',
    examples: [
      'dezycro plan --spec openapi.json',
      'dezycro plan --spec openapi.json --personas personas.json --requirements prd.md',
      'dezycro plan --spec openapi.json --format arazzo --out plans.arazzo.yaml',
    ],
  },
  build: {
    summary: 'plan, prove and write a verifier that runs anywhere, offline',
    usage: 'SPEC --platform PLATFORM --out FILE [options]',
    positionals: oneSpec,
    about:
      'Plans and proves, then writes a verifier that needs nothing else: copy it to where the API can be reached, and run it there.\nPrints the sha256 of the file and its name. It is not signed: FILE.signature.json says unsigned-local.\n\nnode is one file for Node 22 and newer. All others are stamped into runners that are built once: npm run build:runners\nSet APITEST_PARAM_<NAME> as for verify: it decides which journeys there are.',
    options: {
      spec,
      overlay,
      ...selection,
      platform: oneOf(platforms, 'where it is to run'),
      out: file('the verifier'),
      personas,
      requirements,
      json,
    },
    exits: '0 written · 2 usage or spec error, no executable plan, or no runner',
    examples: [
      'dezycro build --spec openapi.json --platform node --out dezycro-verify.mjs',
      './dezycro-verify.mjs run --all --base-url http://127.0.0.1:3000',
    ],
  },
  login: {
    summary: 'keep the address of a service, a token and its signing key',
    usage: '[--url URL] --browser | [--url URL] < TOKENFILE | --from FILE',
    about:
      'Asks the service who the token belongs to and which key signs its verifiers, and keeps all three for this user (mode 0600).\nWith --browser you sign in on a page, and a token of 90 days is made for this machine. Without it the token is read from standard\ninput, never from the command line. Elsewhere, as in CI, set DEZYCRO_URL and DEZYCRO_TOKEN, and\nDEZYCRO_SIGNING_KEY to the key that this command prints.',
    options: {
      url: text('URL', 'the service (default: that of the last login)'),
      browser: flag('signs in by a browser on this machine'),
      paste: flag('signs in by a browser anywhere: paste the address that it ends at'),
      from: file('the credentials.json of a service on this machine, in place of both'),
      'new-key': flag('trusts the key that the service shows now in place of the one kept before'),
      json,
    },
    exits: `0 logged in · ${serviceExits} · 5 the service signs with another key than before`,
    examples: [
      'dezycro login --url https://dezycro.example.com --browser',
      'dezycro login --url https://dezycro.example.com < token.txt',
      'dezycro login --from .local/credentials.json',
    ],
  },
  publish: {
    summary: 'publish a spec and start the build of its verifier',
    usage: 'SPEC [options]',
    positionals: oneSpec,
    about:
      'Sends the spec and answers once it is accepted; await-event waits for the build. Remembers project and feature in\n.dezycro/config.json, where there is none, so that the commands after it need no names.',
    options: {
      spec,
      overlay,
      ...selection,
      ...place,
      create: flag('creates the project and the feature if they do not exist'),
      personas: file(
        'first creates these personas in the project and changes those that differ; the same file as for verify',
      ),
      param: several('NAME', 'a path parameter that comes from outside'),
      json,
    },
    exits: `0 accepted · ${serviceExits}`,
    examples: [
      'dezycro publish --spec openapi.json --project Shop --feature Refunds --create',
      'dezycro publish --spec openapi.json --param workspaceId',
      'dezycro publish --spec openapi.json --personas personas.json',
    ],
  },
  ...personaCommands,
  'await-event': {
    summary: 'wait for an event, such as the end of a build',
    usage: '[--event-types TYPES] [options]',
    about:
      'Waits on the event feed until an event fits, and prints it. For a feature, the events of its newest build and of later ones count,\npast ones included. Without a feature, events from now on count, or those after --after.',
    options: {
      'event-types': text('TYPES', 'comma-separated (default VERIFIER_STATUS_UPDATE)'),
      ...place,
      any: flag('events of every feature, whatever the configuration names'),
      status: text('STATES', 'comma-separated, such as READY,FAILED (default: any)'),
      after: text('CURSOR', 'start after this cursor, which is printed with each event'),
      timeout: text('SECONDS', 'gives up after that long (default 300)'),
      json,
    },
    exits: `0 an event fits · ${serviceExits} · 124 timed out`,
    examples: ['dezycro await-event --event-types VERIFIER_STATUS_UPDATE --status READY,FAILED'],
  },
  pull: {
    summary: 'download the verifier of a feature',
    usage: '[options]',
    about:
      'Checks the signature, the sha256, tenant and feature before anything is written, and writes the verifier whole or not at all.\nIts signed statement is kept beside it as FILE.signature.json, and the number of its build in .dezycro/verifier-lock.json: an older\nbuild is refused from then on.',
    options: {
      ...place,
      platform: oneOf(
        platforms,
        'where it is to run (default: this machine, else node: one file for Node 22 and newer)',
      ),
      out: file('the file, or its folder (default: dezycro-verify, with .mjs for node and .exe for Windows)'),
      'allow-older': allowOlder,
      json,
    },
    exits: `0 written · ${serviceExits} · 5 not what was signed, of another tenant, or older than before: nothing was written`,
    examples: ['dezycro pull', 'dezycro pull --platform node --out bin/dezycro-verify.mjs'],
  },
  run: {
    summary: 'check a verifier once more and start it',
    usage:
      '[--verifier FILE] [--feature ID] [--stored-credentials] [--allow-older] [--allow-unsigned] [--accept-scripts] run-options…',
    about:
      'Starts nothing but a verifier of the feature that --feature or .dezycro/config.json names, and none older than one used here before.\nAll other options go to the verifier: dezycro run --all --base-url URL starts dezycro-verify run --all --base-url URL.\nIts own options: dezycro-verify --help\n\nThe first run pins the script of each JS persona in .dezycro/scripts-lock.json, which is made to be committed; from then on a script\nthat changed, or that sees or calls more, is refused by the name of its persona.',
    options: {
      verifier: file('the file, or its folder (default: this folder)'),
      feature: text('ID', 'the feature that the verifier must be of (default: that of .dezycro/config.json)'),
      'allow-older': allowOlder,
      'stored-credentials': flag(
        'takes the credentials that the service stores for personas which allow it; a variable that is set wins',
      ),
      'allow-unsigned': flag('also starts an unsigned verifier; one from the build command is unsigned'),
      'accept-scripts': flag('accepts persona scripts that are new or changed'),
    },
    passesOn: true,
    exits: `${runExits} · 5 the verifier is not what was signed, of another tenant or feature, or older than before, or a script changed`,
    examples: [
      'dezycro run --all --base-url http://127.0.0.1:3000',
      'dezycro auth exec -- dezycro run --all --base-url http://127.0.0.1:3000 --json > result.json',
    ],
  },
  replay: {
    summary: 'print a failure as a script of curl and jq',
    usage: 'JOURNEY [options]',
    about:
      'Prints one POSIX script: it sends the identity, repeats the requests of the journey, compares, and deletes what it created. It exits 1\nif the fault is there, 0 if it is gone, and 2 if it cannot decide. Credentials come from the variables that the run read.\nWithout options the journey is one of the last run that was started in this folder.',
    positionals: ['JOURNEY'],
    options: {
      result: file('the result of the run, as --reporter json=FILE writes it'),
      run: text('ID', 'a recorded run; its script asks only the target that BASE_URL names'),
      ...place,
    },
    exits: `0 printed · ${serviceExits}`,
    examples: ['dezycro replay 4257f1ab > repro.sh && sh repro.sh', 'dezycro replay 4257f1ab --result result.json'],
  },
  record: {
    summary: 'send the result of a run to the service',
    usage: 'RESULT.json|- [options]',
    about:
      'Takes what the verifier printed with --json, and prints the verdicts that the service comes to. Branch and commit are those that\nGitHub, GitLab and Jenkins name, else what git has checked out here. The same result again changes nothing.',
    positionals: ['RESULT.json'],
    options: {
      ...place,
      branch: text('NAME', 'default: as CI names it, else as git has it here'),
      commit: text('ID', 'default: as CI names it, else as git has it here'),
      'image-tag': text('TAG', 'of what was tested'),
      json,
    },
    exits: `0 recorded, whatever the outcomes · ${serviceExits}`,
    examples: ['dezycro record result.json', 'dezycro record - --commit "$(git rev-parse HEAD)" < result.json'],
  },
  ...coverageCommands,
  ...assistCommands,
  doctor: {
    summary: "check a verifier, its variables and whether its personas are still the service's",
    usage: '[options]',
    about:
      'What the environment must hold and what each gap costs, whether the verifier is what was signed, and which personas changed after\nit was built. Reads names, never values. Sends nothing to the API without --probe.',
    options: {
      verifier: file('the file, or its folder (default: this folder)'),
      ...place,
      'allow-older': allowOlder,
      'allow-unsigned': flag('also starts an unsigned verifier; one from the build command is unsigned'),
      probe: flag('also asks the API and each credential once'),
      'base-url': text('URL', 'the API, for --probe'),
      json,
    },
    exits: '0 nothing is missing · 1 a gap · 2 usage · 5 the verifier is not what was signed, or a script changed',
    examples: ['dezycro doctor', 'dezycro auth exec -- dezycro doctor --probe --base-url http://127.0.0.1:3000'],
  },
  ...attestCommands,
  ...authCommands,
  explain: {
    summary: 'say what a verdict or a reason means',
    usage: '[CODE]',
    about: 'Shows what the runner observed, an example exchange, and what to do. Without a code it lists all reasons.',
    positionals: ['CODE'],
    options: {},
    exits: '0 shown · 2 usage',
    examples: ['dezycro explain VALUE_NOT_STORED', 'dezycro explain'],
  },
  rules: {
    summary: 'list the heuristics of planner and runner',
    usage: '[TEXT]',
    about:
      'Lists every rule with its id, what it does, and the terms to look it up by. With a text it lists the rules that hold it.\ndocs/rules.md shows each with an example.',
    positionals: ['TEXT'],
    options: { json },
    exits: '0 listed · 2 usage, or no such rule',
    examples: ['dezycro rules', 'dezycro rules pagination', 'dezycro rules --json'],
  },
  mcp: {
    summary: 'serve the tools of the service to an agent, by MCP on stdio',
    usage: '',
    about:
      'Serves the Model Context Protocol on standard input and output until the input ends. Each tool does what the login, or DEZYCRO_URL and\nDEZYCRO_TOKEN, may do. The service itself serves the same tools at POST /mcp.',
    options: {},
    exits: `0 the input ended · ${serviceExits}`,
    examples: ['dezycro mcp', 'claude mcp add dezycro -- dezycro mcp'],
  },
  completion: {
    summary: 'print the completion for a shell',
    usage: 'bash|zsh|fish',
    about: 'Prints a script that completes commands, options, and the values of those that have a fixed set.',
    positionals: ['bash|zsh|fish'],
    options: {},
    exits: '0 printed · 2 usage',
    examples: [
      'source <(dezycro completion bash)',
      'dezycro completion fish > ~/.config/fish/completions/dezycro.fish',
    ],
  },
} as const satisfies Record<string, CommandEntry>;

export type CommandName = keyof typeof commandTable;

type ValueOf<O> = O extends { type: 'boolean' }
  ? boolean
  : O extends { multiple: true }
    ? string[]
    : O extends { choices: readonly (infer Choice)[] }
      ? Choice
      : string;

/** The options of a command as given, and what stood without one. */
export type Given<N extends CommandName> = {
  options: { [K in keyof (typeof commandTable)[N]['options']]?: ValueOf<(typeof commandTable)[N]['options'][K]> };
  /** The positionals, or what is passed on. */
  rest: string[];
};

/** Carries out a command and answers its exit code. */
export type Command<N extends CommandName> = (given: Given<N>, io: RunIo) => Promise<number>;
