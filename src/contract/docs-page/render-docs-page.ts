import { createHash } from 'node:crypto';
import type { JsonObject } from '../openapi-schemas.ts';
import { script, style } from './assets.ts';
import { html, type Html, verbatim } from './html.ts';
import { type ErrorTitles, type Operation, operationView, type Placed, pretty } from './operation-view.ts';
import { fieldsOf, typeOf } from './schema-view.ts';

type Document = {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonObject> };
};

/** What a browser may do with the page: use the style and the script inside it, and nothing from anywhere. */
export type DocsPage = { page: string; contentSecurityPolicy: string };

/**
 * Our own OpenAPI document as one page that loads nothing: every operation, every named schema, an anchor for each, a search. `errors` gives
 * each code its title.
 */
export const renderDocsPage = (document: JsonObject, errors: ErrorTitles): DocsPage => {
  const { info, paths, components } = document as Document;
  const placed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({ method, path, operation })),
  );
  const groups = [...Map.groupBy(placed, ({ operation }) => operation.tags[0])].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const schemas = Object.entries(components.schemas);
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
          <nav aria-label="Operations">
            <label>Search <input type="search" placeholder="Press / to search" autocomplete="off" /></label>
            <output></output>
            ${groups.map(
              ([tag, members]) =>
                html`<section>
                  <h2>${tag}</h2>
                  <ul>
                    ${members.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}
                  </ul>
                </section>`,
            )}
          </nav>
          <main>
            <h1>${info.title}</h1>
            <p>${info.description} Version ${info.version}, <a href="api/v1/openapi.json">OpenAPI document</a>.</p>
            <p>Send a personal access token with every request: <code>Authorization: Bearer dzy_…</code></p>
            ${groups.map(
              ([tag, members]) =>
                html`<section>
                  <h2>${tag}</h2>
                  ${members.map((each) => operationView(each, errors))}
                </section>`,
            )}
            <h2>Schemas</h2>
            ${schemas.map(([name, schema]) => schemaView(name, schema))}
          </main>
        </div>
        ${verbatim(`<script>${script}</script>`)}
      </body>
    </html> `;
  return { page, contentSecurityPolicy };
};

const schemaView = (name: string, schema: JsonObject): Html =>
  html` <details id="schema-${name}">
    <summary>${name}</summary>
    <p class="type">${typeOf(schema)}</p>
    ${fieldsOf(schema)}${
      schema['examples'] === undefined ? html`` : html`<pre tabindex="0">${pretty(schema['examples'])}</pre>`
    }
  </details>`;

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${sourceOf(style)}`,
  `script-src ${sourceOf(script)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
