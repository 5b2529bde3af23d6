import type { FeatureScope } from '#domain/access/scope.ts';
import type { StoredCase, ValidationCase } from '#domain/ports/case-repository.ts';
import { requirementIdOf } from '#planner/trace/requirement-id-of.ts';
import type { Skeleton } from './derive-skeletons.ts';

/** Says how a case was worked out. */
const rules = 'rules/1';
const longestName = 120;

const refusal =
  /\b(must not|shall not|should not|cannot|can not|may not|never|refuse[sd]?|reject(s|ed)?|den(y|ies|ied)|forbidden|not allowed|prohibited|invalid|fails?|errors?|unauthori[sz]ed|only)\b/i;
const access =
  /\b(permission|role|owner|admin(istrator)?|viewer|editor|member|guest|anonymous|authori[sz]ed|unauthori[sz]ed|authenticat\w*|log(ged)? in|sign(ed)? in|access|visible to|token|credential)s?\b/i;
const validation =
  /\b(valid(ate|ation)?|invalid|required|mandatory|at least|at most|up to|maximum|minimum|no more than|no longer than|between|length|characters?|format|unique|positive|negative|empty|blank|exceed\w*)\b/i;
const state =
  /\b(status|state|becomes?|transitions?|mov(es|ed) to|chang(es|ed) to|archiv\w+|activat\w+|cancel\w*|publish\w*|expir\w+|approv\w+|clos(e|es|ed)|complet\w+|delet\w+|remov\w+)\b/i;
const integration =
  /\b(webhooks?|events?|e-?mails?|notif\w+|third[- ]party|integrat\w+|sync\w*|exports?|imports?|callback|queue)\b/i;
const edge =
  /\b(at least|at most|up to|maximum|minimum|no more than|limit|empty|zero|concurrent\w*|at the same time|timeout|twice|duplicate|\d+)\b/i;
const conditional = /\b(if|when|unless|otherwise|in case|optional(ly)?|alternatively|while)\b/i;
const listed = /\b(lists?|listed|search|filter|pages?|results)\b/i;
const grave =
  /\b(security|secret|password|payment|money|pay|charge|data loss|privacy|personal data|encrypt\w*|tenant)\b/i;
const roles =
  /\b(owner|admin(?:istrator)?|editor|member|viewer|guest|anonymous user|customer|manager|operator|user)s?\b/i;
/** A decision that the sentence or its section names: ADR-12, Decision 7. */
const decision = /\b(?:ADR|decision(?: record)?)[ -]?#?\d+\b/i;
const condition = /\b(?:if|when|once|after|unless|given|while)\b[^,.;:]*/gi;
const values =
  /"[^"]+"|'[^']+'|`[^`]+`|\b\d+(?:[.,]\d+)*(?:\s?(?:%|ms|s|seconds?|minutes?|hours?|days?|characters?|items?|MiB|KiB|kB|MB|GB))?/g;

/** A whole validation case from one requirement, by rule: the same requirement gives the same case, under the same id. */
export const caseOf = (scope: FeatureScope, skeleton: Skeleton, ordinal: number, generatedAt: string): StoredCase => {
  const { quote, text, documentId, contentHash, sectionIndex, sectionHeading, isGlobal } = skeleton;
  const outcomeType = refusal.test(text) ? 'REJECTION' : 'SUCCESS';
  const type = typeOf(text);
  const pathClass = pathClassOf(text, outcomeType);
  return {
    id: requirementIdOf(scope.featureId, documentId, skeleton),
    workspaceId: scope.workspaceId,
    projectId: scope.projectId,
    featureId: scope.featureId,
    name: text.length > longestName ? `${text.slice(0, longestName - 1).trimEnd()}…` : text,
    description: text,
    sourcePrdId: documentId,
    sourceContentHash: contentHash,
    sourceDecisionRef: decision.exec(`${sectionHeading} ${text}`)?.[0] ?? null,
    sourceJourneyId: null,
    outcomeType,
    pathClass,
    priority: priorityOf(skeleton, type),
    status: 'ACTIVE',
    type,
    riskIndicator: grave.test(text) ? 'HIGH' : null,
    roleRequirement: roles.exec(text)?.[0].toLowerCase() ?? null,
    enrichmentModelVersion: rules,
    generatedAt,
    assertionsFromPrd: [{ type: assertionType(text, type), description: text, prdQuote: quote, graphCaptured: false }],
    sectionRefs: [{ sectionIndex, sectionHeading, prdQuote: quote }],
    coverageFlags: [],
    dataExpectations: [...new Set(text.match(values) ?? [])],
    edgeCasesFromPrd: pathClass === 'EDGE' ? [text] : [],
    globalConstraints: isGlobal ? [text] : [],
    preConditions: [...text.matchAll(condition)].map(([clause]) => clause.trim()),
    postConditions: type === 'STATE_TRANSITION' && outcomeType === 'SUCCESS' ? [text] : [],
    stepsFromGraph: [],
    ordinal,
  };
};

const typeOf = (text: string): ValidationCase['type'] => {
  if (access.test(text)) return 'AUTHORIZATION';
  if (validation.test(text)) return 'VALIDATION';
  if (integration.test(text)) return 'INTEGRATION';
  return state.test(text) ? 'STATE_TRANSITION' : 'FUNCTIONAL';
};

const pathClassOf = (text: string, outcomeType: ValidationCase['outcomeType']): ValidationCase['pathClass'] => {
  if (outcomeType === 'REJECTION') return 'NEGATIVE';
  if (edge.test(text)) return 'EDGE';
  return conditional.test(text) ? 'ALTERNATE' : 'HAPPY';
};

const priorityOf = ({ text, strength }: Skeleton, type: ValidationCase['type']): ValidationCase['priority'] => {
  if (strength === 'MAY') return 'LOW';
  if (strength === 'SHOULD') return 'MEDIUM';
  return type === 'AUTHORIZATION' || grave.test(text) ? 'CRITICAL' : 'HIGH';
};

type AssertionType = NonNullable<ValidationCase['assertionsFromPrd']>[number]['type'];

const assertionType = (text: string, type: ValidationCase['type']): AssertionType => {
  if (type === 'AUTHORIZATION') return 'ACCESS_CONTROL';
  if (listed.test(text)) return 'LIST_MEMBERSHIP';
  if (type === 'STATE_TRANSITION') return 'STATE_CHANGE';
  return type === 'FUNCTIONAL' ? 'RESPONSE_FIELD' : 'BUSINESS_RULE';
};
