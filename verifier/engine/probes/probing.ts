import type { Evidence } from '../../result/result.ts';

export type Probing = { evidence: Evidence[]; left: number };
