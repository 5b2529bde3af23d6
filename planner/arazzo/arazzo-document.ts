import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

/**
 * The form of criteria and retries. `spec`: by Arazzo 1.0.1 and RFC 9535. `respect`: for Redocly Respect. Respect wraps
 * the body in an array, quotes embedded values itself, and would run the target of a retry once more.
 */
export type Dialect = 'spec' | 'respect';
export const DIALECTS: readonly Dialect[] = ['spec', 'respect'];

/**
 * The part of Arazzo 1.0.1 in which plans are written and read. The members `x-verify` have what Arazzo
 * cannot express.
 */
export type ArazzoDocument = {
  arazzo: string;
  info: { title: string; version: string };
  sourceDescriptions: { name: string; url: string; type: 'openapi' }[];
  workflows: Workflow[];
  'x-verify'?: { [key: string]: Json };
};

export type Workflow = {
  workflowId: string;
  summary?: string;
  inputs?: JsonSchema;
  steps: ArazzoStep[];
  'x-verify'?: { [key: string]: Json };
};

export type ArazzoStep = {
  stepId: string;
  operationId?: string;
  operationPath?: string;
  parameters?: { name: string; in: string; value: Json }[];
  requestBody?: { contentType: string; payload: Json };
  successCriteria?: Criterion[];
  onFailure?: { name: string; type: 'retry'; stepId?: string; retryAfter: number; retryLimit: number }[];
  outputs?: Record<string, string>;
  'x-verify'?: { [key: string]: Json };
};

/** A success criterion. Without `type` it is a simple condition. */
export type Criterion = { condition: string; context?: string; type?: 'jsonpath' };
