import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { ResultDetails, ResultSummary, TestCaseResult } from './test-run.ts';

/**
 * The results of one run as one file: what was seen in each, in frames of a hundred, then the list of all of them, then the length of that.
 * A list, a difference or a count needs the last part only, one result one frame more.
 */
const perFrame = 100;
const lengthBytes = 4;

type Index = { frameBytes: number[]; results: ResultSummary[] };

const packed = (value: unknown): Buffer => zstdCompressSync(JSON.stringify(value));
const unpacked = (content: Uint8Array): unknown => JSON.parse(zstdDecompressSync(content).toString());

/** Takes the details of a run's results one after the other, and keeps them small while the rest is judged. */
export class ResultFileWriter {
  readonly #frames: Buffer[] = [];
  #open: ResultDetails[] = [];

  add(details: ResultDetails): void {
    this.#open.push(details);
    if (this.#open.length === perFrame) this.#close();
  }

  /** The whole file; `results` in the order in which the details came. May be asked for again with other results. */
  finish(results: ResultSummary[]): Uint8Array {
    if (this.#open.length > 0) this.#close();
    const index = packed({ frameBytes: this.#frames.map(({ length }) => length), results } satisfies Index);
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32BE(index.length);
    return Buffer.concat([...this.#frames, index, length]);
  }

  #close(): void {
    this.#frames.push(packed(this.#open));
    this.#open = [];
  }
}

/** Reads such a file. */
export class ResultFile {
  readonly #content: Buffer;
  readonly #index: Index;
  #frame: { at: number; details: ResultDetails[] } | undefined;

  constructor(content: Uint8Array) {
    this.#content = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const end = this.#content.length - lengthBytes;
    this.#index = unpacked(this.#content.subarray(end - this.#content.readUInt32BE(end), end)) as Index;
  }

  /** In the order of the plan. */
  get results(): ResultSummary[] {
    return this.#index.results;
  }

  /** A result of `results` with all that was seen. */
  whole(result: ResultSummary): TestCaseResult {
    const place = this.#index.results.indexOf(result);
    return { ...result, ...this.#detailsIn(Math.floor(place / perFrame))[place % perFrame]! };
  }

  #detailsIn(at: number): ResultDetails[] {
    if (this.#frame?.at !== at) {
      const { frameBytes } = this.#index;
      const from = frameBytes.slice(0, at).reduce((sum, bytes) => sum + bytes, 0);
      const content = this.#content.subarray(from, from + frameBytes[at]!);
      this.#frame = { at, details: unpacked(content) as ResultDetails[] };
    }
    return this.#frame.details;
  }
}
