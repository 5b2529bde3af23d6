import type { AssumedAnswer, FormPart, HttpMethod, Json, JsonSchema } from '#verifier/plan/plan.ts';
export type Operation = {
  /** The operationId; the key where it is missing or not unique. */
  id: string;
  /** "METHOD /template", the template as it is called below the base path. */
  key: string;
  method: HttpMethod;
  path: string;
  /** The JSON Pointer of the operation. */
  pointer: string;
  /** Summary, operationId and tags, for word matching. */
  words: string;
  parameters: Parameter[];
  body: RequestBody | undefined;
  /** By status as documented: "200", "2XX", "default". */
  responses: Record<string, Response>;
  /**
   * True if every security alternative names a scheme. For operations that are public by name (health) only their own
   * `security` counts.
   */
  secured: boolean;
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required: boolean;
  schema: JsonSchema;
  /** Parameter-level examples, nearest first. */
  examples: Json[];
  /** True where the value is JSON text (`content`), not a styled value. */
  json: boolean;
  /** How arrays and objects are written (OpenAPI `style`, `explode`), defaults filled in. */
  style: string;
  explode: boolean;
  pointer: string;
};

/** The member that one line of a text body states, and the key of the create that takes it. */
export type Line = { of: string; name: string; schema: JsonSchema };

export type RequestBody = {
  required: boolean;
  /**
   * The media type of the multipart form, of the JSON body, the urlencoded form or the text; undefined where only other
   * types are documented.
   */
  contentType: string | undefined;
  /** The body is a text as a whole (or bytes, which a text is, too). */
  isText?: true;
  /** For a text body in which each line creates an item: the form of a line. */
  line?: Line;
  /** Of a multipart form: the members that are no plain texts, numbers, flags or objects. */
  parts?: Record<string, FormPart>;
  /** Of a multipart form: the media types that are documented for its files, by member. */
  files?: Record<string, string | undefined>;
  /** Every media type that is documented. */
  contentTypes: string[];
  schema: JsonSchema;
  examples: Json[];
  pointer: string;
};

export type Response = {
  contentTypes: string[];
  /** Schema of the JSON media type. */
  schema: JsonSchema | undefined;
  /** Names of documented headers, lower case. */
  headers: string[];
  /** Those that an answer must have, and that nothing between server and client sets or takes away. */
  requiredHeaders?: string[];
  /** Examples of the JSON media type. */
  examples: Json[];
  links: Link[];
  /** The status is one that a generator wrote without knowing which. */
  isUnstated?: true;
  /** The document says nothing of the answer: the schema is what it is taken to show. */
  assumed?: AssumedAnswer;
  pointer: string;
};

/** An OpenAPI link: values of this response that another operation takes. */
export type Link = {
  /** operationId of that operation, or the JSON Pointer where it stands. */
  target: string;
  /** Runtime expressions ("$response.body#/id") by parameter name. */
  parameters: Record<string, string>;
};
