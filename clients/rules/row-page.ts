import type { Rule } from '#verifier/plan/rule.ts';

/** The parts of a verdict row that only people read. They stand here, because the service's functions carry the table. */
export type RowPage = Pick<Rule, 'title' | 'terms' | 'example'>;

export const page = (title: string, terms: Rule['terms'], example: string): RowPage => ({ title, terms, example });
