/** Sends one HTTP request. Implemented by the three transports bun, node and memory. */
export type Send = (request: WireRequest) => Promise<WireResponse>;

/** How to reach the target; certificates and keys are PEM texts. */
export type NetworkOptions = {
  /** A CA that is trusted besides the built-in ones. */
  ca?: string;
  cert?: string;
  key?: string;
  /** An http(s) URL, with credentials if the proxy needs them. */
  proxy?: string;
};

/** One part of a multipart form. */
export type FormEntry = {
  name: string;
  content: string;
  isBase64?: boolean;
  fileName?: string;
  contentType?: string;
};

export type WireRequest = {
  method: string;
  /** Absolute URL. */
  url: string;
  /** Header names are lower-case. A `host` header overrides the URL's host. */
  headers: Record<string, string>;
  body?: string;
  /** A multipart form instead of a body. The transport chooses the boundary. */
  form?: FormEntry[];
  timeoutMs: number;
};

export type WireResponse = {
  status: number;
  /** Header names are lower-case. Repeated headers are joined by ", ". */
  headers: Record<string, string>;
  body: string;
};

/** Why there was no usable response. Transports throw no other error. Redirects are responses and not followed. */
export type TransportFailure =
  | 'UNRESOLVED'
  | 'REFUSED'
  | 'TLS_UNTRUSTED'
  | 'RESET'
  | 'TRUNCATED'
  | 'TIMEOUT'
  | 'MALFORMED'
  | 'TOO_LARGE';

export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly failure: TransportFailure;
  constructor(failure: TransportFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
