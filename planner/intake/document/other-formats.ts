import { isObject, type JsonObject, member } from '../json/json-object.ts';
import { SpecError } from '../json/spec-error.ts';

const GRAPHQL =
  /^(?:\s|#[^\n]*\n|"""(?:[^"]|"(?!""))*""")*(?:(?:extend )?(?:schema|type \w+|interface \w+|enum \w+|input \w+)[^\n:]*\{|scalar \w+|union \w+|directive @)/;

/** Throws SPEC_INVALID, with the name of the format, for a text that is HTML, XML, GraphQL or Protocol Buffers. */
export function refuseOtherText(text: string): void {
  if (/^<(!doctype\s+html|html|head|body)\b/i.test(text))
    throw refused(
      'an HTML page',
      'Give the document itself: pages that show an API load it from a URL that often ends in openapi.json, swagger.json or /v3/api-docs.',
    );
  if (/^<(\?xml|wsdl|[\w:-]+[\s>])/i.test(text))
    throw refused('XML', 'Give an OpenAPI document as JSON or YAML; WSDL and WADL are not read.');
  if (GRAPHQL.test(text.slice(0, 4096)))
    throw refused('a GraphQL schema', 'GraphQL APIs are not verified: give the OpenAPI document of a REST API.');
  if (/^(?:\s|\/\/[^\n]*\n)*syntax\s*=\s*"proto[23]"/.test(text))
    throw refused('a Protocol Buffers file', 'gRPC is not verified: give the OpenAPI document of its REST gateway.');
}

/** Throws SPEC_INVALID, with the name of the format, for an AsyncAPI, Postman, GraphQL, Arazzo or Insomnia document. */
export function refuseOtherDocument(document: JsonObject): void {
  const info = member(document, 'info');
  const schema = isObject(info) ? member(info, 'schema') : undefined;
  if (member(document, 'asyncapi') !== undefined)
    throw refused('an AsyncAPI document', 'Messages are not verified: give the OpenAPI document of the HTTP API.');
  if (isObject(info) && (member(info, '_postman_id') !== undefined || String(schema).includes('getpostman')))
    throw refused(
      'a Postman collection',
      'Export the API as OpenAPI: npx postman-to-openapi collection.json -f openapi.yaml',
    );
  if (
    member(document, '__schema') !== undefined ||
    (isObject(member(document, 'data')) && member(document, 'openapi') === undefined)
  )
    throw refused('an answer of GraphQL', 'GraphQL APIs are not verified: give the OpenAPI document of a REST API.');
  if (member(document, 'arazzo') !== undefined)
    throw refused('an Arazzo document', 'Give it as --plan, and the OpenAPI document that it calls as --spec.');
  if (String(member(document, '_type')) === 'export')
    throw refused('an Insomnia export', 'Give the OpenAPI document: Insomnia exports the design document of an API.');
}

const refused = (what: string, fix: string): SpecError =>
  new SpecError('SPEC_INVALID', `The spec is ${what}, not an OpenAPI document.`, fix);
