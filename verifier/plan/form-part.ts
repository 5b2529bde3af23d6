/**
 * How a member of a multipart form, or each entry of its list, is sent: as a file (the value is a `SentFile`), or with
 * its own media type. A list with a JSON media type is one part.
 */
export type FormPart = { isFile: true } | { contentType: string };

/** A file as a form value. `@size`: bytes of the decoded content. */
export type SentFile = {
  '@content': string;
  '@encoding'?: 'base64';
  '@fileName': string;
  '@contentType': string;
  '@size': number;
};
