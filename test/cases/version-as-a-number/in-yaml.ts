import type { Case } from '../support/case.ts';
import { altered, crud } from '../support/things.ts';

/** A whole document in YAML, with numbers where texts belong: the version of OpenAPI, that of the API, and the statuses. */
export default {
  spec: `openapi: 3.1
info: {title: Things, version: 1.0}
paths:
  /things:
    get:
      responses:
        200: {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Thing'}}}}}
    post:
      requestBody: {content: {application/json: {schema: {type: object, required: [title], properties: {title: {type: string}}}}}}
      responses:
        201: {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
components:
  schemas:
    Thing: {type: object, required: [id, title], properties: {id: {type: string}, title: {type: string}}}
`,
  passing: ['POST /things', 'GET /things'],
  server: (fault) => crud({ show: altered(fault) }),
} satisfies Case;
