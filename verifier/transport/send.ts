/**
 * One HTTP exchange as the engine sees it. The three transports (bun, node, memory) implement `Send` and nothing else.
 */
export type Send = (request: WireRequest) => Promise<WireResponse>;

/** How to reach the target; certificates and keys are PEM texts. */
export type NetworkOptions = {
  /** Trusted besides the roots that are built in. */
  ca?: string;
  cert?: string;
  key?: string;
  /** An http(s) URL, with credentials where the proxy asks for them. */
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
  /** Lower-case names. A `host` header overrides the URL's host. */
  headers: Record<string, string>;
  body?: string;
  /** In place of a body: a multipart form, whose boundary the transport chooses. */
  form?: FormEntry[];
  timeoutMs: number;
};

export type WireResponse = {
  status: number;
  /** Lower-case names; repeated headers joined by ", ". */
  headers: Record<string, string>;
  body: string;
};

/**
 * Why no usable response came; the only error a transport throws. Redirects are answers, never followed by the
 * transport.
 */
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
