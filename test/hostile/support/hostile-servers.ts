import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { JsonSchema } from '#verifier/plan/plan.ts';

/** A server that attacks the runner. */
export type Case = {
  name: string;
  /** Answers every request whose route is not played. */
  http?: (response: ServerResponse, url: string, body: string) => unknown;
  tcp?: (socket: Socket) => void;
  /** Of the thing, where the case is about its schema; then POST answers well and GET answers `shown`. */
  thing?: JsonSchema;
  shown?: (made: { id: number; name: string }) => string;
  quick?: true;
  /** A decisive verdict is right: the answer was whole, and wrong by the spec. */
  isDecisive?: true;
};

export const JSON_TYPE = { 'content-type': 'application/json' };
const MB = 2 ** 20;

/** Writes the same piece until it was written often enough or nobody listens. */
function pour(response: ServerResponse | Socket, piece: Buffer, times: number): void {
  let left = times;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(piece)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}
/** Packed at their first use: few runs need them. */
const bomb = (pack: (bytes: Buffer) => Buffer): (() => Buffer) => {
  let packed: Buffer | undefined;
  return () => (packed ??= pack(Buffer.alloc(200 * MB, ' ')));
};
const gzip = bomb(gzipSync);
const deflate = bomb(deflateSync);
const brotli = bomb((bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }));
const zeros = Buffer.alloc(MB, '0');

const sending =
  (body: string | Buffer, headers: Record<string, string> = JSON_TYPE, status = 200): NonNullable<Case['http']> =>
  (response) =>
    response.writeHead(status, headers).end(body);
const raw =
  (text: string): NonNullable<Case['tcp']> =>
  (socket) =>
    socket.end(text);

/** Where a redirect leads that wants the credentials. */
export const thief = { url: '' };

export const servers: Case[] = [
  {
    name: '1 GB with its length',
    http: (response) =>
      pour(response.writeHead(200, { ...JSON_TYPE, 'content-length': String(1024 * MB) }), zeros, 1024),
  },
  { name: '1 GB in chunks', http: (response) => pour(response.writeHead(200, JSON_TYPE), zeros, 1024), quick: true },
  { name: '1 GB refused as 400', http: (response) => pour(response.writeHead(400, JSON_TYPE), zeros, 1024) },
  {
    isDecisive: true,
    name: '15.9 MB of JSON',
    http: (response) => response.writeHead(200, JSON_TYPE).end(`[${'{"a":[1,"b",null]},'.repeat(877_000)}1]`),
  },
  { isDecisive: true, name: '15.9 MB of one text', http: sending(`{"id":1,"name":"${'x'.repeat(15.9 * MB - 100)}"}`) },
  {
    name: 'a byte a second',
    http: (response) => {
      response.writeHead(200, JSON_TYPE);
      const timer = setInterval(() => response.write(' '), 200);
      response.on('close', () => clearInterval(timer));
    },
  },
  { name: 'no answer', http: () => undefined },
  {
    name: 'a gzip bomb',
    http: (response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzip()),
  },
  {
    name: 'a brotli bomb',
    http: (response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'br' }).end(brotli()),
  },
  {
    name: 'a deflate bomb',
    http: (response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'deflate' }).end(deflate()),
  },
  { name: 'gzip that is none', http: sending('not packed', { ...JSON_TYPE, 'content-encoding': 'gzip' }) },
  { name: 'a redirect loop', http: (response, url) => response.writeHead(307, { location: url }).end() },
  { name: 'a redirect that grows', http: (response, url) => response.writeHead(307, { location: `${url}x` }).end() },
  {
    name: 'a redirect to another origin',
    http: (response) => response.writeHead(307, { location: `${thief.url}/steal` }).end(),
    quick: true,
  },
  {
    name: 'a redirect to a file',
    http: (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  },
  { isDecisive: true, name: 'JSON 500,000 deep', http: sending('['.repeat(500_000) + ']'.repeat(500_000)) },
  {
    isDecisive: true,
    name: 'objects 500,000 deep',
    http: sending('{"id":'.repeat(500_000) + '1' + '}'.repeat(500_000)),
  },
  { name: 'a reset', tcp: (socket) => socket.resetAndDestroy() },
  {
    name: 'half an answer',
    tcp: raw('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"id":'),
  },
  {
    name: 'members called __proto__ and constructor',
    http: sending('{"__proto__":{"id":1,"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1}'),
    isDecisive: true,
  },
  { name: 'Retry-After of 10^9 seconds', http: sending('{}', { ...JSON_TYPE, 'retry-after': '1000000000' }, 503) },
  {
    name: 'Retry-After in the year 9999',
    http: sending('{}', { ...JSON_TYPE, 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, 429),
  },
  {
    name: '10 MB of headers',
    tcp: (socket) =>
      pour(socket.write('HTTP/1.1 200 OK\r\n') ? socket : socket, Buffer.from(`x-a: ${'y'.repeat(1000)}\r\n`), 10_000),
  },
  {
    name: '200 cookies',
    http: (response) =>
      response
        .writeHead(200, { ...JSON_TYPE, 'set-cookie': Array.from({ length: 200 }, (_, n) => `c${n}=${n}`) })
        .end('{}'),
    isDecisive: true,
  },
  {
    name: '100 Continue without end',
    tcp: (socket) => pour(socket, Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)), 1_000_000),
  },
  { name: 'chunks without end', http: (response) => pour(response.writeHead(200, JSON_TYPE), Buffer.from(' '), 1e9) },
  {
    name: 'a chunk of a negative length',
    tcp: raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n'),
  },
  { name: 'two lengths', tcp: raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}x') },
  {
    name: 'length and chunks',
    tcp: raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'),
  },
  {
    name: 'more than its length',
    tcp: raw(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n{"id":1}HTTP/1.1 200 OK\r\n\r\n',
    ),
    isDecisive: true,
  },
  { name: 'no HTTP at all', tcp: raw('SSH-2.0-OpenSSH_9.6\r\n') },
  {
    name: 'HTTP/1.0 without a length',
    tcp: raw('HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n{"id":1,"name":"x"}'),
    isDecisive: true,
  },
  { name: 'HTTP/0.9', tcp: raw('{"id":1}') },
  { name: 'a status of 99,999', tcp: raw('HTTP/1.1 99999 Odd\r\ncontent-length: 0\r\n\r\n') },
  {
    name: 'a switch of protocols',
    tcp: raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'),
  },
  { name: 'invalid UTF-8', http: sending(Buffer.from([0x22, 0xff, 0xfe, 0x22])), isDecisive: true },
  { name: 'a byte order mark', http: sending('\uFEFF{"id":"x"}'), isDecisive: true },
  { name: 'NaN for JSON', http: sending('{"id":NaN}'), isDecisive: true },
  { name: '1e400', http: sending('{"id":1e400,"name":"x"}'), isDecisive: true },
  { name: 'a number of a million digits', http: sending(`{"id":${'9'.repeat(1e6)}}`), isDecisive: true },
  { name: 'members twice', http: sending('{"id":1,"id":"x"}'), isDecisive: true },
  {
    name: '500,000 members',
    http: sending(`{${Array.from({ length: 500_000 }, (_, n) => `"m${n}":${n}`).join()}}`),
    isDecisive: true,
  },
  {
    name: 'next pages without end',
    http: (response, url) =>
      response
        .writeHead(url.includes('?') || !/things\/\d/.test(url) ? 200 : 404, {
          ...JSON_TYPE,
          link: `<${url.split('?')[0]}?page=${Math.random()}>; rel="next"`,
        })
        .end('{"id":7,"name":"n","data":[{"id":1}]}'),
    isDecisive: true,
  },
  {
    name: 'a list of a million ids',
    http: (response) =>
      response
        .writeHead(200, JSON_TYPE)
        .end(`{"id":7,"data":[${Array.from({ length: 1e6 }, (_, n) => `{"id":${n}}`).join()}]}`),
    isDecisive: true,
  },
];

const echo = ({ id, name }: { id: number; name: string }, more: object): string =>
  JSON.stringify({ id, name, ...more });
const withMember = (schema: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, m: schema },
});
const patterns = [
  '^(\\w+\\s?)*$',
  '^(a+)+$',
  '^([a-zA-Z]+)*$',
  '(a|aa)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(x+x+)+y',
  '^(?=(a+)+$)a',
  '^(a+)\\1+$',
  'a{1,9000}b',
];
const deep = (depth: number): unknown => (depth === 0 ? 1 : { m: deep(depth - 1) });
export const schemas: Case[] = [
  ...patterns.map((pattern): Case => ({
    name: `a text for the pattern ${pattern}`,
    thing: withMember({ pattern }),
    shown: (made) => echo(made, { m: `${'a'.repeat(50_000)}!` }),
    isDecisive: true,
    ...(pattern === '^(\\w+\\s?)*$' ? { quick: true } : {}),
  })),
  {
    name: '100,000 unique objects',
    thing: withMember({ uniqueItems: true }),
    shown: (made) => echo(made, { m: Array.from({ length: 100_000 }, (_, n) => ({ n })) }),
    isDecisive: true,
  },
  {
    name: 'oneOf in oneOf, 40 deep',
    thing: {
      properties: { id: { type: 'integer' } },
      oneOf: Array.from({ length: 6 }, (_, n) => ({ properties: { m: { $ref: '#/$defs/Thing' }, [`k${n}`]: true } })),
    },
    shown: (made) => echo(made, { m: deep(40) }),
    isDecisive: true,
  },
  {
    name: 'enums of 5,000 objects',
    thing: withMember({ items: { enum: Array.from({ length: 5_000 }, (_, n) => ({ n })) } }),
    shown: (made) => echo(made, { m: Array.from({ length: 50_000 }, () => ({ n: -1 })) }),
    isDecisive: true,
  },
  {
    name: 'a multiple of 5e-324',
    thing: withMember({ multipleOf: 5e-324 }),
    shown: (made) => echo(made, { m: 1.7e308 }),
    isDecisive: true,
  },
  {
    name: 'a URL that backtracks',
    thing: withMember({ format: 'url' }),
    shown: (made) => echo(made, { m: `http://${'a'.repeat(100_000)}!` }),
    isDecisive: true,
  },
  {
    name: 'a million violations',
    thing: withMember({ items: { type: 'string' } }),
    shown: (made) => echo(made, { m: Array.from({ length: 1e6 }, () => 1) }),
    isDecisive: true,
  },
];
