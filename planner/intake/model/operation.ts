import type { FormPart } from '#verifier/plan/form-part.ts';
import type { AssumedAnswer, HttpMethod, Json, JsonSchema } from '#verifier/plan/plan.ts';
export type Operation = {
  /** The operationId. If it is missing or not unique: the key. */
  id: string;
  /** "METHOD /template", with the path below the base path. */
  key: string;
  method: HttpMethod;
  path: string;
  /** The JSON Pointer of the operation. */
  pointer: string;
  /** Summary, operationId (or key) and tags, in which words are searched. */
  words: string;
  parameters: Parameter[];
  body: RequestBody | undefined;
  /** Responses by status as documented: "200", "2XX", "default". */
  responses: Record<string, Response>;
  /**
   * True if callers must authenticate: by `security`, by a required Authorization parameter, or because 401 and 403 are
   * documented in a spec without security schemes. See `isOpenToAll` for the exception of `GET /health`.
   */
  secured: boolean;
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required: boolean;
  schema: JsonSchema;
  /** Examples of the value, the preferred first. */
  examples: Json[];
  /** True if the value is JSON text (documented by `content`). */
  json: boolean;
  /** Form of lists and objects: `style` and `explode` of OpenAPI, defaults filled in. */
  style: string;
  explode: boolean;
  pointer: string;
};

/** One line of an import: `of` is the key of the operation that creates the item, `name` the member in the line. */
export type Line = { of: string; name: string; schema: JsonSchema };

export type RequestBody = {
  required: boolean;
  /** The media type to send. Undefined if no documented type can be sent. */
  contentType: string | undefined;
  /** Set if the whole body is one text or bytes. */
  isText?: true;
  /** Set for a text body in which each line creates an item. */
  line?: Line;
  /** The members of a multipart form that are files or have a media type of their own. */
  parts?: Record<string, FormPart>;
  /** The documented media types of the files of a multipart form, by member. */
  files?: Record<string, string | undefined>;
  /** All documented media types. */
  contentTypes: string[];
  schema: JsonSchema;
  examples: Json[];
  pointer: string;
};

export type Response = {
  contentTypes: string[];
  /** Schema of the JSON or wildcard media type. Undefined for none, for bytes, and for a text that need not be JSON. */
  schema: JsonSchema | undefined;
  /** Names of the documented headers, in lower case. A 303 always has "location". */
  headers: string[];
  /** Names of the headers that a response must have, without those of transport such as Content-Length. */
  requiredHeaders?: string[];
  /** Examples of the JSON or wildcard media type. */
  examples: Json[];
  links: Link[];
  /** Set if a generator wrote the status without knowing it: the server may answer any success. */
  isUnstated?: true;
  /** Set if the document does not describe the response: its schema is assumed. */
  assumed?: AssumedAnswer;
  pointer: string;
};

/** An OpenAPI link: values of this response that another operation takes. */
export type Link = {
  /** The operationId of that operation, or its JSON Pointer. */
  target: string;
  /** Runtime expressions ("$response.body#/id") or constant texts, by parameter name. */
  parameters: Record<string, string>;
};
