import type { PatternNode } from './parse-pattern.ts';
import { PatternUnsupported } from './parse-pattern.ts';

/** A state of the automaton. `next` and `other`: indexes of states. */
type State =
  | { do: 'take'; takes: (codePoint: number) => boolean; next: number }
  | { do: 'split'; next: number; other: number }
  | { do: 'place'; at: 'start' | 'end' | 'boundary' | 'noBoundary'; next: number }
  | { do: 'look'; program: Program; negated: boolean; next: number }
  | { do: 'accept' };

export type Program = { states: State[]; start: number; backwards: boolean };

/** The most states of an automaton, enough for `^.{1,9999}$`. With more, one character would take a millisecond. */
const MOST_STATES = 20_000;

/** Shared by a pattern and its look-arounds: the number of states so far, and parts that are built once. */
type Shared = { states: number; looks: Map<PatternNode, Program>; takers: Map<string, (codePoint: number) => boolean> };

/** Builds the automaton of a pattern. Throws PatternUnsupported if repetitions need too many states. */
export function programOf(
  node: PatternNode,
  backwards = false,
  shared: Shared = { states: 0, looks: new Map(), takers: new Map() },
): Program {
  const states: State[] = [];
  const add = (state: State): number => {
    shared.states += 1;
    if (shared.states > MOST_STATES) throw new PatternUnsupported(`more than ${MOST_STATES} repetitions`);
    return states.push(state) - 1;
  };
  const sequence = (parts: PatternNode[], next: number): number =>
    (backwards ? parts : parts.toReversed()).reduce((after, part) => build(part, after), next);
  const repeat = (part: PatternNode, least: number, most: number, next: number): number => {
    let after = next;
    if (most === Infinity) {
      const loop = add({ do: 'split', next, other: next });
      states[loop] = { do: 'split', next: build(part, loop), other: next };
      after = loop;
    } else
      for (let left = most - least; left > 0; left--)
        after = add({ do: 'split', next: build(part, after), other: next });
    for (let left = least; left > 0; left--) {
      const before = build(part, after);
      // An empty part adds no state, however often it is repeated.
      if (before === after) break;
      after = before;
    }
    return after;
  };
  const taker = (source: string): ((codePoint: number) => boolean) => {
    const known = shared.takers.get(source) ?? takerOf(source);
    shared.takers.set(source, known);
    return known;
  };
  const look = (part: PatternNode & { kind: 'look' }): Program => {
    const known = shared.looks.get(part) ?? programOf(part.part, part.behind, shared);
    shared.looks.set(part, known);
    return known;
  };
  const build = (part: PatternNode, next: number): number => {
    if (part.kind === 'one') return add({ do: 'take', takes: taker(part.source), next });
    if (part.kind === 'sequence') return sequence(part.parts, next);
    if (part.kind === 'choice')
      return part.options
        .map((option) => build(option, next))
        .reduce((one, other) => add({ do: 'split', next: one, other }));
    if (part.kind === 'repeat') return repeat(part.part, part.least, part.most, next);
    if (part.kind === 'place') return add({ do: 'place', at: part.at, next });
    return add({ do: 'look', program: look(part), negated: part.negated, next });
  };
  const start = build(node, add({ do: 'accept' }));
  return { states, start, backwards };
}

/**
 * Returns a test for one code point. The built-in engine decides, so that `\s`, `.` and `\p{L}` mean what ECMA-262
 * says.
 */
function takerOf(source: string): (codePoint: number) => boolean {
  const codePoint = source.codePointAt(0)!;
  const isLiteral = source !== '.' && source.length === String.fromCodePoint(codePoint).length;
  if (isLiteral) return (other) => other === codePoint;
  const native = new RegExp(`^(?:${source})$`, 'u');
  const known = new Map<number, boolean>();
  return (other) => {
    const found = known.get(other) ?? native.test(String.fromCodePoint(other));
    if (known.size < 1_000) known.set(other, found);
    return found;
  };
}

/** Steps left for matching. A step is one visited state. */
export type Budget = { left: number };

/** Thrown when the budget is used up. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/**
 * True if a pattern matches anywhere in a text. Follows all states at once: without look-arounds, it takes at most
 * states × (characters + 1) steps. Throws BudgetSpent.
 */
export function matchesAnywhere(program: Program, text: string, budget: Budget): boolean {
  const points = Array.from(text, (letter) => letter.codePointAt(0)!);
  return new Matcher(points, budget).accepts(program, 0, true);
}

const isWordLetter = (codePoint: number | undefined): boolean =>
  codePoint !== undefined && codePoint < 128 && /\w/.test(String.fromCharCode(codePoint));

class Matcher {
  readonly #points: readonly number[];
  readonly #budget: Budget;
  /** The results of look-arounds, by program and place. */
  readonly #looked = new Map<Program, Map<number, boolean>>();

  constructor(points: readonly number[], budget: Budget) {
    this.#points = points;
    this.#budget = budget;
  }

  /** True if the program matches from `from` on. With `anywhere`, also from a later place. */
  accepts(program: Program, from: number, anywhere: boolean): boolean {
    const { states, start, backwards } = program;
    const step = backwards ? -1 : 1;
    const end = backwards ? 0 : this.#points.length;
    let seen = new Set<number>();
    for (let at = from, current: number[] = [start]; ; at += step) {
      seen = new Set();
      const active: number[] = [];
      if (this.#follow(program, anywhere ? [...current, start] : current, at, seen, active)) return true;
      if (at === end || (active.length === 0 && !anywhere)) return false;
      const point = this.#points[backwards ? at - 1 : at]!;
      current = active.flatMap((index) => {
        const state = states[index] as State & { do: 'take' };
        return state.takes(point) ? [state.next] : [];
      });
    }
  }

  /**
   * Follows the states that take no character and collects those that take one in `active`. True if a state accepts.
   */
  #follow({ states }: Program, from: number[], at: number, seen: Set<number>, active: number[]): boolean {
    const waiting = from;
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (seen.has(index)) continue;
      seen.add(index);
      if ((this.#budget.left -= 1) < 0) throw new BudgetSpent();
      const state = states[index]!;
      if (state.do === 'accept') return true;
      if (state.do === 'take') active.push(index);
      else if (state.do === 'split') waiting.push(state.other, state.next);
      else if (state.do === 'place' ? this.#isAt(state.at, at) : this.#looks(state.program, at) !== state.negated)
        waiting.push(state.next);
    }
    return false;
  }

  #isAt(place: 'start' | 'end' | 'boundary' | 'noBoundary', at: number): boolean {
    if (place === 'start') return at === 0;
    if (place === 'end') return at === this.#points.length;
    const isBoundary = isWordLetter(this.#points[at - 1]) !== isWordLetter(this.#points[at]);
    return isBoundary === (place === 'boundary');
  }

  #looks(program: Program, at: number): boolean {
    const known = this.#looked.get(program) ?? new Map<number, boolean>();
    this.#looked.set(program, known);
    const found = known.get(at) ?? this.accepts(program, at, false);
    known.set(at, found);
    return found;
  }
}
