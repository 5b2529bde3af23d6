import { colours } from './colours.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { html, verbatim } from './html.ts';

const style = `${colours}
main { max-width: 46rem; margin: 0 auto; padding: 3rem 1rem; }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; line-height: 1.25; }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; }
p { margin: .5rem 0; }
.lead { color: var(--quiet); font-size: 1.125rem; }
ol { padding-left: 1.25rem; }
li { padding: .25rem 0; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .5rem 1.25rem; margin: .5rem 0; }
dd { margin: 0; }
@media (max-width: 30rem) { main { padding: 1.5rem 1rem; } dl { display: block; } dd { margin-bottom: .75rem; } }
`;

export const startPagePolicy = contentSecurityPolicy({ style });

/** The commands from nothing to a ship decision, in this order: what each is for, and how it is typed. */
const steps = (baseUrl: string): [string, string][] => [
  ['Log in with a personal access token', `dezycro login --url ${baseUrl} < token.txt`],
  [
    'Publish the OpenAPI document of a feature; its verifier is built in about a minute',
    'dezycro publish openapi.json --project Shop --feature Todos --create',
  ],
  [
    'Wait for the verifier and download it',
    'dezycro await-event --event-types VERIFIER_STATUS_UPDATE --status READY,FAILED\ndezycro pull',
  ],
  [
    'Run it against your API, here on port 3000',
    'dezycro run --all --base-url http://127.0.0.1:3000 --json > result.json',
  ],
  ['Record the result, and ask whether the feature can ship', 'dezycro record result.json\ndezycro ship'],
];

/** What a browser sees first: what this is, the commands of the first run at `baseUrl`, and where to read on. Loads nothing. */
export const renderStartPage = (baseUrl: string): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Test Verification Service</title>
        <link rel="icon" href="data:," />
        ${verbatim(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <h1>Test Verification Service</h1>
          <p class="lead">
            It reads the OpenAPI document of an API, plans journeys that prove each feature, and says for every failure
            why.
          </p>
          <h2>First run</h2>
          <ol>
            ${steps(baseUrl).map(
              ([purpose, command]) =>
                html`<li>
                  ${purpose}
                  <pre tabindex="0">${command}</pre>
                </li>`,
            )}
          </ol>
          <h2>Read on</h2>
          <dl>
            <dt><a href="/docs#getting-started">Getting started</a></dt>
            <dd>With and without an account</dd>
            <dt><a href="/docs#personas">Personas</a></dt>
            <dd>Identities against your API, each of the six types with an example</dd>
            <dt><a href="/docs#verdicts">Verdicts</a></dt>
            <dd>Every verdict and reason, with an exchange that ends so</dd>
            <dt><a href="/docs#api-reference">API reference</a></dt>
            <dd>Every operation of this service; for programs <a href="/api/v1/openapi.json">openapi.json</a></dd>
          </dl>
        </main>
      </body>
    </html> `.html;
