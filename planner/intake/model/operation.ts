import type { AssumedAnswer, FormPart, HttpMethod, Json, JsonSchema } from '#verifier/plan/plan.ts';
export type Operation = {
  /** The operationId. If it is missing or not unique: the key. */
  id: string;
  /** "METHOD /template", with the path below the base path. */
  key: string;
  method: HttpMethod;
  path: string;
  /** The JSON Pointer of the operation. */
  pointer: string;
  /** Summary, operationId and tags, in which words are searched. */
  words: string;
  parameters: Parameter[];
  body: RequestBody | undefined;
  /** By status as documented: "200", "2XX", "default". */
  responses: Record<string, Response>;
  /**
   * True if every alternative of `security` requires a scheme. An operation that is public by its name (`GET /health`)
   * is secured only by a `security` of its own.
   */
  secured: boolean;
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required: boolean;
  schema: JsonSchema;
  /** Examples of the parameter itself, the nearest first. */
  examples: Json[];
  /** True if the value is JSON text (`content`). */
  json: boolean;
  /** The form of lists and objects: OpenAPI `style` and `explode`, defaults filled in. */
  style: string;
  explode: boolean;
  pointer: string;
};

/** For an import: the create of the items (`of`), and its member that each line holds. */
export type Line = { of: string; name: string; schema: JsonSchema };

export type RequestBody = {
  required: boolean;
  /** The media type to send. Undefined if only types are documented that cannot be sent. */
  contentType: string | undefined;
  /** The whole body is one text or bytes. */
  isText?: true;
  /** For a text body in which each line creates an item. */
  line?: Line;
  /** For a multipart form: the members that are files or have a media type of their own. */
  parts?: Record<string, FormPart>;
  /** For a multipart form: the documented media types of its files, by member. */
  files?: Record<string, string | undefined>;
  /** All documented media types. */
  contentTypes: string[];
  schema: JsonSchema;
  examples: Json[];
  pointer: string;
};

export type Response = {
  contentTypes: string[];
  /** Schema of the JSON media type. */
  schema: JsonSchema | undefined;
  /** Names of the documented headers, in lower case. */
  headers: string[];
  /** The headers that a response must have. Headers that proxies set or remove are left out. */
  requiredHeaders?: string[];
  /** Examples of the JSON media type. */
  examples: Json[];
  links: Link[];
  /** A generator wrote the status without knowing it: any success may come. */
  isUnstated?: true;
  /** The document does not describe the response: the schema is assumed. */
  assumed?: AssumedAnswer;
  pointer: string;
};

/** An OpenAPI link: another operation takes values of this response. */
export type Link = {
  /** The operationId of that operation, or its JSON Pointer. */
  target: string;
  /** Runtime expressions ("$response.body#/id"), by parameter name. */
  parameters: Record<string, string>;
};
