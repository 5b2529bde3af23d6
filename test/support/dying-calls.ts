/** The process is gone: nothing that it would still do happens. */
export class Ended extends Error {
  override readonly name = 'Ended';
}

export type End = { call: number; when: 'before' | 'after' };

/** Counts the calls of ports, and ends the process at one of them. */
export class DyingCalls {
  readonly calls: string[] = [];
  #end: End | undefined;
  #isOver = false;

  begin(end?: End): void {
    this.calls.length = 0;
    this.#end = end;
    this.#isOver = false;
  }

  /** A port whose every method is such a call; what it does after the end is never heard of. */
  of<T extends object>(name: string, port: T): T {
    return new Proxy(port, {
      get: (target, method: string) => {
        const found: unknown = Reflect.get(target, method);
        if (typeof found !== 'function' || method === 'returnUrl') return found;
        return (...args: unknown[]) =>
          this.#call(`${name}.${method}`, () => found.apply(target, args) as Promise<unknown>);
      },
    });
  }

  async #call<T>(name: string, run: () => Promise<T>): Promise<T> {
    const turn = this.calls.push(name) - 1;
    if (this.#isOver) throw new Ended();
    const ends = this.#end?.call === turn ? this.#end.when : undefined;
    this.#isOver = ends !== undefined;
    if (ends === 'before') throw new Ended();
    const result = await run();
    if (ends === 'after') throw new Ended();
    return result;
  }
}
