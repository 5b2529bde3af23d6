/** A clock that stands until it is moved. */
export class StandingClock {
  #ms: number;
  constructor(start: string | number) {
    this.#ms = new Date(start).getTime();
  }
  now = (): Date => new Date(this.#ms);
  get seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }
  setTo = (ms: number): void => {
    this.#ms = ms;
  };
}
