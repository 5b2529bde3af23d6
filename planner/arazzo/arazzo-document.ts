import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

/**
 * The form of criteria. `spec`: by Arazzo 1.0.1 and RFC 9535. `respect`: as Redocly Respect evaluates them, which wraps
 * the body in an array and quotes embedded values itself.
 */
export type Dialect = 'spec' | 'respect';
export const DIALECTS: readonly Dialect[] = ['spec', 'respect'];

/**
 * The part of Arazzo 1.0.1 in which plans are written and read. `x-verify` has the rest of a plan, which
 * Arazzo cannot express.
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
