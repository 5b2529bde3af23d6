import type { JsonObject } from '../openapi-schemas.ts';
import { curlOf } from './curl-of.ts';
import { html, type Html, nothing } from './html.ts';
import { fieldsOf, limitsOf, typeOf } from './schema-view.ts';

export type Operation = JsonObject & {
  operationId: string;
  summary: string;
  tags: [string];
  parameters?: { name: string; in: string; required: boolean; schema: JsonObject }[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content & { description: string }>;
  security?: [];
};
type Content = { content?: Record<string, { schema: JsonObject; example?: unknown }> };

/** What each code of the catalogue is called. */
export type ErrorTitles = Readonly<Record<string, { title: string }>>;

export type Placed = { method: string; path: string; operation: Operation };

export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** One operation: what it takes, what it answers, and what it is refused with. */
export const operationView = (placed: Placed, errors: ErrorTitles): Html => {
  const { method, path, operation } = placed;
  const { operationId, summary, security, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses);
  const refusals = answers.filter(([status]) => Number(status) >= 400);
  return html` <article id="${operationId}" data-words="${`${operationId} ${method} ${path} ${summary}`.toLowerCase()}">
    <h3><a href="#${operationId}">${summary}</a></h3>
    <p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
    ${security === undefined ? nothing : html`<p>Needs no token.</p>`}
    <pre tabindex="0">${curlOf(placed)}</pre>
    ${parametersView(parameters)}
    ${
      requestBody === undefined
        ? nothing
        : html`<h4>Body${requestBody.required ? '' : ' (optional)'}</h4>
            ${bodyView(requestBody)}`
    }
    ${answers
      .filter(([status]) => Number(status) < 400)
      .map(
        ([status, answer]) =>
          html`<h4>${status} ${answer.description}</h4>
            ${bodyView(answer)}`,
      )}
    ${refusals.length === 0 ? nothing : refusalsView(refusals, errors)}
  </article>`;
};

const parametersView = (parameters: NonNullable<Operation['parameters']>): Html =>
  parameters.length === 0
    ? nothing
    : html`<h4>Parameters</h4>
        <ul class="fields">
          ${parameters.map(
            ({ name, in: place, required, schema }) =>
              html` <li>
                <code>${name}</code> <span class="type">${typeOf(schema)} in ${place}</span>
                ${required ? html`<b>required</b>` : nothing}${limitsOf(schema)}
              </li>`,
          )}
        </ul>`;

const bodyView = ({ content = {} }: Content): Html[] =>
  Object.entries(content).map(
    ([type, { schema, example }]) =>
      html` <p>${type === 'application/json' ? typeOf(schema) : html`<code>${type}</code>`}</p>
        ${fieldsOf(schema)}
        ${
          example === undefined
            ? nothing
            : html`<details>
                <summary>Example</summary>
                <pre tabindex="0">${pretty(example)}</pre>
              </details>`
        }`,
  );

const refusalsView = (refusals: [string, { description: string }][], errors: ErrorTitles): Html =>
  html` <details>
    <summary>Refused with</summary>
    <ul class="fields">
      ${refusals.flatMap(([status, { description }]) =>
        description
          .split(', ')
          .map((code) => html`<li>${status} <code>${code}</code> ${errors[code]?.title ?? ''}</li>`),
      )}
    </ul>
  </details>`;
