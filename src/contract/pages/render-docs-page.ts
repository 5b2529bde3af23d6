import type { JsonObject } from '../openapi-schemas.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { script, style } from './docs-assets.ts';
import { html, type Html, verbatim } from './html.ts';
import { type ErrorTitles, type Operation, operationView, type Placed, pretty } from './operation-view.ts';
import { fieldsOf, typeOf } from './schema-view.ts';

type Document = {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonObject> };
};

/** A page of docs/ as HTML; `id` is the anchor of its title. */
type Guide = { id: string; title: string; html: string };

/** Groups in the order in which a reader meets them; what is not named here follows by name. */
const road = [
  'Projects',
  'Features',
  'Specs',
  'Personas',
  'Builds',
  'Verifier',
  'Runs',
  'Coverage',
  'Events',
  'Webhooks',
  'Documents',
  'Validation cases',
  'Workbooks',
  'Workspaces',
  'Notebooks',
  'Me',
  'Personal access tokens',
  'Users',
];

/**
 * The guides, then our own OpenAPI document, as one page that loads nothing: every operation, every named schema, an anchor for each, a
 * search. `errors` gives each code its title.
 */
export const renderDocsPage = (
  document: JsonObject,
  errors: ErrorTitles,
  guides: readonly Guide[],
): { page: string; contentSecurityPolicy: string } => {
  const { info, paths, components } = document as Document;
  const placed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({ method, path, operation })),
  );
  const groups = [...Map.groupBy(placed, ({ operation }) => operation.tags[0])].toSorted(
    ([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1),
  );
  const { html: page } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title} ${info.version}</title>
        <link rel="icon" href="data:," />
        ${verbatim(`<style>${style}</style>`)}
      </head>
      <body>
        <div class="page">
          ${menuView(guides, groups)}
          <main>
            <h1>${info.title}</h1>
            ${guides.map(({ html: guide }) => html`<section class="guide">${verbatim(guide)}</section>`)}
            <h2 id="api-reference">API reference</h2>
            <p>${info.description} Version ${info.version}, <a href="api/v1/openapi.json">OpenAPI document</a>.</p>
            <p>Send a personal access token with every request: <code>Authorization: Bearer dzy_…</code></p>
            ${groups.map(
              ([tag, members]) =>
                html`<section>
                  <h2>${tag}</h2>
                  ${members.map((each) => operationView(each, errors))}
                </section>`,
            )}
            <h2 id="schemas">Schemas</h2>
            ${Object.entries(components.schemas).map(([name, schema]) => schemaView(name, schema))}
          </main>
        </div>
        ${verbatim(`<script>${script}</script>`)}
      </body>
    </html> `;
  return { page, contentSecurityPolicy: contentSecurityPolicy({ style, script }) };
};

const placeOf = (tag: string): number => (road.indexOf(tag) + 1 || road.length + 1) - 1;

const menuView = (guides: readonly Guide[], groups: readonly [string, Placed[]][]): Html =>
  html`<nav aria-label="Contents">
    <label>Search <input type="search" placeholder="Press / to search" autocomplete="off" /></label>
    <output></output>
    <details class="menu" open>
      <summary>Contents</summary>
      <section>
        <h2>Guides</h2>
        <ul>
          ${guides.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
          <li><a href="#api-reference">API reference</a></li>
          <li><a href="#schemas">Schemas</a></li>
        </ul>
      </section>
      ${groups.map(
        ([tag, members]) =>
          html`<section>
            <h2>${tag}</h2>
            <ul>
              ${members.map(
                ({ method, operation: { operationId, summary } }) =>
                  html`<li>
                    <a href="#${operationId}"
                      ><span class="method ${method}">${method.toUpperCase()}</span> ${summary}</a
                    >
                  </li>`,
              )}
            </ul>
          </section>`,
      )}
    </details>
  </nav>`;

const schemaView = (name: string, schema: JsonObject): Html =>
  html` <details id="schema-${name}">
    <summary>${name}</summary>
    <p class="type">${typeOf(schema)}</p>
    ${fieldsOf(schema)}${
      schema['examples'] === undefined ? html`` : html`<pre tabindex="0">${pretty(schema['examples'])}</pre>`
    }
  </details>`;
