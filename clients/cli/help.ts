const verify = `dezycro verify --spec FILE --base-url URL [options]

Plans journeys from an OpenAPI document, proves them, runs them against the API and says why each failure happened.
Needs no account and no service.

  --spec FILE       OpenAPI 2.0, 3.0 or 3.1, JSON or YAML
  --base-url URL    the API to verify; a bare origin gets the path of the spec's first server
  --personas FILE   {"personas": [{"name", "description", "authType", "envVar"?, "script"?}]};
                    each persona's credentials are JSON in its variable (default AUTH_<NAME>)
  --auth FILE       an auth.local.json with the credentials; without --personas its personas are used
  --plan FILE       instead of --spec and --personas: an Arazzo file of dezycro plan, with its plans as they were proved
  --seed N          repeats the unique values of an earlier run
  --plan-out FILE   writes the plans, before anything is sent
  --json            prints the result as one JSON document

A path parameter that no operation of the spec can create comes from the variable APITEST_PARAM_<NAME>
(workspaceId: APITEST_PARAM_WORKSPACE_ID), for one persona alone from APITEST_PARAM_<NAME>__<PERSONA>.

Exit code: 0 passed · 1 a decisive failure · 2 usage, spec or plan error, nothing was sent
           3 inconclusive · 4 no answer from the API

  dezycro verify --spec openapi.json --base-url http://127.0.0.1:3000
  dezycro verify --plan plans.arazzo.yaml --base-url http://127.0.0.1:3000
  AUTH_ADMIN='{"token":"…"}' dezycro verify --spec api.yaml --base-url https://staging.example.com --personas personas.json --json
`;

const plan = `dezycro plan --spec FILE [options]

Plans and proves, sends nothing: shows the journeys that would run, and those that were dropped with the edit that would keep them.

  --spec FILE       OpenAPI 2.0, 3.0 or 3.1, JSON or YAML
  --personas FILE   as for verify
  --json            prints the plans as one JSON document
  --format arazzo   prints them as an Arazzo 1.0.1 document, which other tools can run and verify --plan takes
  --dialect NAME    how its criteria are written: spec (default), or respect for Redocly Respect
  --out FILE        writes that document to a file, in YAML where the name ends in .yaml

Set APITEST_PARAM_<NAME> as for verify: it decides which journeys there are.

Exit code: 0 planned · 2 usage or spec error, or no executable plan

  dezycro plan --spec openapi.json
  dezycro plan --spec openapi.json --format arazzo --out plans.arazzo.yaml
`;

const build = `dezycro build --spec FILE --platform PLATFORM --out FILE [options]

Plans and proves, then writes a verifier that needs nothing else: copy it to where the API can be reached, and run it there.
Prints the sha256 of the file and its name.

  --spec FILE       OpenAPI 2.0, 3.0 or 3.1, JSON or YAML
  --platform NAME   linux-x64, linux-arm64, darwin-arm64, darwin-x64, windows-x64, or node (one file for Node 22 and newer)
  --out FILE        the verifier
  --personas FILE   as for verify
  --json            prints platform, file, size and hashes as one JSON document

All but node are stamped into runners that are built once: npm run build:runners
Set APITEST_PARAM_<NAME> as for verify: it decides which journeys there are.

Exit code: 0 written · 2 usage or spec error, no executable plan, or no runner

  dezycro build --spec openapi.json --platform linux-x64 --out dezycro-verify
  ./dezycro-verify run --all --base-url http://127.0.0.1:3000
`;

const general = `dezycro: from an OpenAPI document to a verdict

  dezycro verify --spec FILE --base-url URL   plan, prove and run, offline
  dezycro plan --spec FILE                    plan and prove only
  dezycro build --spec FILE --platform PLATFORM --out FILE
                                              plan, prove and write a verifier that runs anywhere

dezycro <command> --help shows its options and examples.
`;

/** The help of a command, or of the program. */
export const helpOf = (command: string | undefined): string =>
  command === 'verify' ? verify : command === 'plan' ? plan : command === 'build' ? build : general;
