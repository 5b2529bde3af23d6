/** What a command that is printed does when it is run as it is printed, capital words and example addresses filled in. */
export type Printed = {
  command: string;
  /** Instead of what stands there. */
  fill?: Record<string, string>;
  /** Exit code; 0 if not given. */
  code?: number;
  says?: RegExp;
  /** Standard input; a login reads its token there. */
  input?: 'token';
};

/** The run of a result that was recorded already. */
const recorded = '$(dezycro record result.json | tail -1 | sed "s|.*/||")';
const passed = /\d+ passed · 0 failed/;

/** In an order in which a user may type them: each finds what those before it have made. */
export const PRINTED: Printed[] = [
  { command: 'dezycro verify --help', says: /--anonymous/ },
  { command: 'dezycro explain CODE', fill: { CODE: 'VALUE_NOT_STORED' }, says: /VALUE_NOT_STORED/ },
  { command: 'dezycro explain VALUE_NOT_STORED', says: /VALUE_NOT_STORED/ },
  { command: 'dezycro explain REASON', fill: { REASON: 'VALUE_NOT_STORED' }, says: /VALUE_NOT_STORED/ },
  { command: 'dezycro rules', says: /pagination/ },
  { command: 'dezycro rules pagination', says: /pagination/ },
  { command: 'dezycro rules --json', says: /"title"/ },
  { command: 'dezycro explain', says: /VALUE_NOT_STORED/ },
  { command: 'dezycro completion bash', says: /complete -F/ },
  { command: 'dezycro completion fish > ~/.config/fish/completions/dezycro.fish' },
  { command: 'dezycro plan --spec openapi.json', says: /operations covered/ },
  {
    command: 'dezycro plan --spec openapi.json --personas personas.json --requirements prd.md',
    says: /journeys prove 1 of 1 sentences/,
  },
  { command: 'dezycro plan SPEC --json', says: /"plans"/ },
  { command: 'dezycro plan --spec openapi.json --format arazzo --out plans.arazzo.yaml' },
  { command: 'dezycro plan --spec FILE --format arazzo --out FILE', fill: { 'out FILE': 'out plans.arazzo.yaml' } },
  { command: 'dezycro verify http://127.0.0.1:8000/openapi.json', says: passed },
  { command: 'dezycro verify openapi.json --base-url http://127.0.0.1:3000', says: passed },
  { command: 'dezycro verify --plan plans.arazzo.yaml --base-url http://127.0.0.1:3000', code: 3 },
  {
    command:
      "dezycro verify openapi.json --base-url http://127.0.0.1:8000 --login 'POST /login' --user alice:$PASSWORD",
    says: passed,
  },
  {
    command: `AUTH_ADMIN='{"token":"…"}' dezycro verify --spec api.yaml --base-url https://staging.example.com --personas personas.json --json`,
    says: /"summary"/,
  },
  { command: 'dezycro build --spec openapi.json --platform node --out dezycro-verify.mjs' },
  { command: './dezycro-verify.mjs run --all --base-url http://127.0.0.1:3000', code: 3, says: /0 failed/ },
  { command: 'eval "$(dezycro auth env)"' },
  { command: 'dezycro auth env --json | jq -r .AUTH_ADMIN | gh secret set AUTH_ADMIN', says: /set AUTH_ADMIN/ },
  { command: 'dezycro auth exec -- PROGRAM', fill: { PROGRAM: 'true' } },
  { command: 'dezycro auth check', says: /AUTH_ADMIN/ },
  { command: 'dezycro login --url https://dezycro.example.com < token.txt', says: /logged in/ },
  { command: 'dezycro login --from .local/credentials.json', says: /logged in/ },
  { command: 'dezycro login --url URL', input: 'token', says: /logged in/ },
  { command: 'dezycro login', input: 'token', says: /logged in/ },
  { command: 'dezycro publish --spec openapi.json --project Shop --feature Refunds --create', says: /has started/ },
  { command: 'dezycro publish SPEC --project NAME --feature NAME --create', says: /has started/ },
  { command: 'dezycro publish SPEC', says: /published/ },
  { command: 'dezycro publish --spec openapi.json --param workspaceId', says: /published/ },
  { command: 'dezycro publish --spec openapi.json --personas personas.json', says: /personas: admin/ },
  { command: 'dezycro await-event --event-types VERIFIER_STATUS_UPDATE --status READY,FAILED', says: /is READY/ },
  { command: 'dezycro await-event --status READY,FAILED', says: /is READY/ },
  { command: 'dezycro pull --platform node --out bin/dezycro-verify.mjs' },
  { command: 'dezycro pull' },
  { command: 'dezycro doctor', says: /signature ok/ },
  { command: 'dezycro doctor --probe --base-url http://127.0.0.1:3000', says: /\[ok\]/ },
  { command: 'dezycro auth exec -- dezycro doctor --probe --base-url http://127.0.0.1:3000', says: /\[ok\]/ },
  { command: 'dezycro-verify --help', says: /--base-url/ },
  { command: 'dezycro-verify plan show', says: /project/i },
  { command: 'dezycro-verify run --all --base-url URL', fill: { URL: 'http://127.0.0.1:3000' }, says: passed },
  { command: 'dezycro-verify run --all --base-url <api_url> --json', fill: { '<api_url>': 'http://127.0.0.1:3000' } },
  { command: 'dezycro run --all --base-url URL', fill: { URL: 'http://127.0.0.1:3000' }, says: passed },
  { command: 'dezycro run --all --base-url http://127.0.0.1:3000', says: passed },
  { command: 'dezycro auth exec -- dezycro run --all --base-url http://127.0.0.1:3000', says: passed },
  { command: 'dezycro run --all --base-url http://127.0.0.1:3000 --json > result.json' },
  { command: 'dezycro auth exec -- dezycro run --all --base-url http://127.0.0.1:3000 --json > result.json' },
  { command: 'dezycro record result.json', says: /is COMPLETED/ },
  { command: 'dezycro record - --commit "$(git rev-parse HEAD)" < result.json', says: /is COMPLETED/ },
  { command: 'dezycro coverage', says: /deleteProjects/ },
  { command: 'dezycro coverage --json', says: /"flowGaps"/ },
  { command: 'dezycro trace', says: /no requirements/ },
  {
    command: 'dezycro attest get 0192f0a0-0000-7000-8000-000000000009 --out run.intoto.json',
    fill: { '0192f0a0-0000-7000-8000-000000000009': recorded },
  },
  { command: 'dezycro attest get RUN', fill: { RUN: recorded }, says: /payload/ },
  { command: 'dezycro attest verify run.intoto.json', says: /^valid/ },
  { command: 'dezycro attest verify run.intoto.json --key signing-key.pem --json', says: /"keyId"/ },
  { command: "dezycro waive --operation getHealth --reason 'watched by the load balancer'", says: /waived/ },
  { command: 'dezycro ship', says: /^ship/ },
  { command: 'dezycro ship --commit "$(git rev-parse HEAD)"', says: /^ship/ },
  { command: 'dezycro api /api/v1/me', says: /owner@localhost/ },
  {
    command: "dezycro api '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/access-matrix'",
    says: /"cells"/,
  },
  { command: "dezycro chat 'Can it ship, and what failed?'", says: /ship/ },
  { command: 'dezycro draft section Projects > projects.md', says: /answered by rules/ },
  { command: 'dezycro draft journey Projects', says: /1\. / },
  { command: 'dezycro sweep', says: /nothing found/ },
  { command: "dezycro persona add owner --description 'may do everything'", says: /owner/ },
  { command: "dezycro persona add viewer --description 'may only read' --auth-type HTTP_ENDPOINT", says: /viewer/ },
  { command: "dezycro persona edit viewer --description 'may read, and write comments'", says: /comments/ },
  { command: 'dezycro persona list', says: /viewer[\s\S]*/ },
  { command: 'dezycro persona rm viewer' },
  {
    command: "dezycro persona add ${shellWord(name)} --description 'may do everything'",
    fill: { '${shellWord(name)}': "'o''neil'" },
  },
  { command: 'dezycro mcp' },
  { command: 'claude mcp add dezycro -- dezycro mcp' },
];

/** Commands whose printed form depends on a run, and what must be built, by the test that runs them. */
export const HELD: Record<string, string> = {
  'dezycro verify': 'test/cli/printed/printed-commands.test.ts: the command that a run prints for a journey',
  'dezycro-verify run --base-url ${shellWord(baseUrl)}':
    'test/cli/printed/printed-commands.test.ts: the command that a verifier prints for a journey',
  'dezycro replay': 'test/cli/replay.test.ts: the printed line, as printed',
  'dezycro replay 4257f1ab > repro.sh && sh repro.sh': 'test/cli/replay.test.ts: the printed line, as printed',
  'dezycro replay 4257f1ab --result result.json': 'test/cli/replay.test.ts: the printed line, as printed',
  'dezycro replay ${journeyId.slice(0, 8)} --run ${runId} > repro.sh':
    'test/cli/printed/printed-commands.test.ts: the command that record prints for a failure',
  'npm run --silent dezycro -- …': 'test/docs/readme.test.ts: does what it says: ',
  'npm run --silent dezycro -- login --from ${file}': 'test/docs/readme.test.ts: does what it says: ',
  'dezycro login --url URL --browser': 'test/cli/login-by-browser.test.ts: --browser: signing in on the page',
  'dezycro login --url https://dezycro.example.com --browser':
    'test/cli/login-by-browser.test.ts: --browser: signing in on the page',
  'npm run demo': 'test/docs/readme.test.ts: does what it says: ',
};

/** Programs of others, and what takes minutes: nothing here runs them. */
export const NOT_RUN: string[] = [
  'npx @redocly/cli bundle openapi.yaml -o bundled.yaml',
  'npx @redocly/cli bundle ${path} -o bundled.yaml',
  'npx postman-to-openapi collection.json -f openapi.yaml',
  'npm run build:runners',
  'npm run rules',
];

/** Sentences that speak of a command and do not tell anybody to type it. */
export const MENTIONS = [
  'dezycro plan, whose plans run',
  'dezycro plan, so its workflows',
  'dezycro build wrote',
  'dezycro attest get wrote',
  'dezycro replay: ${(error',
];
