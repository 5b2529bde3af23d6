import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll } from 'vitest';
import { waitForPort } from './wait-for-port.ts';

const txt = 16;
const noSuchName = 3;
const serverFailure = 2;

/** One character string holds 255 bytes; longer texts come in pieces (RFC 1035 §3.3.14). */
const piecesOf = (text: string): Buffer =>
  Buffer.concat(
    (text.match(/[^]{1,255}/g) ?? ['']).map((piece) => Buffer.from([piece.length, ...Buffer.from(piece, 'latin1')])),
  );

/** The name of the one question, lower case, and where the question ends. */
const questionIn = (query: Buffer): { name: string; type: number; end: number } => {
  const labels = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

const answerTo = (query: Buffer, texts: readonly string[] | undefined, isFailing: boolean): Buffer => {
  const { type, end } = questionIn(query);
  const found = isFailing || type !== txt ? [] : (texts ?? []);
  const header = Buffer.from(query.subarray(0, 12));
  const code = isFailing ? serverFailure : texts === undefined ? noSuchName : 0;
  // An answer with recursion, as a resolver gives it.
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(found.length, 6);
  header.writeUInt32BE(0, 8);
  const records = found.map((text) => {
    const data = piecesOf(text);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0); // the name of the question
    record.writeUInt16BE(txt, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, query.subarray(12, end), ...records]);
};

/** A deployment under test asks at the address that it was given; one file at a time is its server. */
const bind = (): Promise<Socket> => {
  const port = process.env['API_TARGET'] === undefined ? 0 : Number(process.env['DNS_SERVERS']?.split(':')[1] ?? 0);
  return waitForPort(port, async () => {
    const socket = createSocket('udp4');
    try {
      const listening = once(socket, 'listening');
      socket.bind(port, '127.0.0.1');
      await listening;
      return socket;
    } catch (error) {
      socket.close();
      throw error;
    }
  });
};

/** A DNS server on this machine, over UDP, for one test file. */
export const openDnsServer = async () => {
  const records = new Map<string, string[]>();
  const asked: string[] = [];
  let isFailing = false;
  const socket = await bind();
  socket.on('message', (query, { address, port }) => {
    const { name } = questionIn(query);
    asked.push(name);
    socket.send(answerTo(query, records.get(name), isFailing), port, address);
  });
  afterAll(() => new Promise<void>((resolve) => void socket.close(() => resolve())));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** Names that were asked for, in order. */
    asked,
    /** The TXT records of a name from now on; none: the name is not there. */
    setTexts: (name: string, ...texts: string[]) => {
      if (texts.length > 0) records.set(name.toLowerCase(), texts);
      else records.delete(name.toLowerCase());
    },
    setFailing: (failing: boolean) => {
      isFailing = failing;
    },
  };
};

export type DnsServer = Awaited<ReturnType<typeof openDnsServer>>;
