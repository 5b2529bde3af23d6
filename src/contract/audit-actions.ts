/**
 * Everything that gives or takes rights, in the past tense. An endpoint names its actions in `audits`; each is written in the same
 * transaction as its effect (decision record 0100).
 */
export const auditActions = [
  'TENANT_CREATED',
  'PAT_CREATED',
  'PAT_REVOKED',
  'TOKEN_POLICY_CHANGED',
  'TENANT_LEFT',
  'USER_INVITED',
  'INVITATION_RENEWED',
  'INVITATION_ACCEPTED',
  'INVITATION_REVOKED',
  'INVITATION_LINK_CREATED',
  'INVITATION_LINK_DELETED',
  'USER_JOINED',
  'DOMAIN_ADDED',
  'DOMAIN_VERIFIED',
  'DOMAIN_DELETED',
  'USER_ROLE_CHANGED',
  'USER_DELETED',
  'MEMBER_SET',
  'MEMBER_REMOVED',
  'PERSONA_CREATED',
  'PERSONA_UPDATED',
  'PERSONA_SECRET_REPLACED',
  'PERSONA_DELETED',
  'PERSONA_CREDENTIALS_RELEASED',
  'WORKSPACE_DELETED',
  'PROJECT_DELETED',
  'FEATURE_DELETED',
  'COVERAGE_WAIVED',
  'WAIVER_DELETED',
  'WEBHOOK_CREATED',
  'WEBHOOK_DELETED',
  'LLM_KEY_SET',
  'LLM_KEY_DELETED',
  'SSO_SET',
  'SSO_DELETED',
  'BILLING_CAP_CHANGED',
  'SEAT_ADDED',
  'SEAT_REMOVED',
  'BILLING_SEAT_DECLINED',
  'PLAN_UPGRADED',
  'PLAN_DOWNGRADED',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** What an action is about. */
export const auditTargets = [
  'TENANT',
  'PAT',
  'USER',
  'INVITATION_LINK',
  'DOMAIN',
  'PERSONA',
  'WORKSPACE',
  'PROJECT',
  'FEATURE',
  'WAIVER',
  'WEBHOOK',
] as const;

export type AuditTargetType = (typeof auditTargets)[number];
