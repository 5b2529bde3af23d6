import { getOpenapiDocument } from '../endpoints/openapi-document.ts';
import { auditEntry } from '../schemas/audit-log.ts';
import {
  checkoutPage,
  paymentNoticeTaken,
  portalPage,
  resourcesBecomingReadOnly,
  tierPreview,
} from '../schemas/billing.ts';
import { document, documentDetail } from '../schemas/documents.ts';
import { domain } from '../schemas/domains.ts';
import { feature, featureLocation } from '../schemas/features.ts';
import { me } from '../schemas/me.ts';
import { notebook, page, pageDetail } from '../schemas/notebooks.ts';
import { createdPat, memberToken, pat } from '../schemas/pats.ts';
import { releasedCredentials } from '../schemas/persona-credentials.ts';
import { testPersona } from '../schemas/personas.ts';
import { project } from '../schemas/projects.ts';
import { signIn } from '../schemas/sign-in.ts';
import { signingKey } from '../schemas/signing-key.ts';
import { seatPreview, subscriptionStatus, usage } from '../schemas/subscription.ts';
import { createdInvitationLink, invitationLink, joining } from '../schemas/invitations.ts';
import { invitation, invitedUser, member, user } from '../schemas/users.ts';
import { generationHandle, generationStatus, leftOut, validationCase } from '../schemas/validation-cases.ts';
import { llmKey } from '../schemas/llm-keys.ts';
import { sso } from '../schemas/sso.ts';
import { createdWebhook, webhook, webhookDelivery } from '../schemas/webhooks.ts';
import { workspace } from '../schemas/workspaces.ts';
import { exampleOf } from './example-of.ts';
import { at, ids, specHash } from './ids.ts';

const { tenantId, userId, workspaceId, projectId, featureId } = ids;

const shownPage = {
  id: featureId,
  notebookId: projectId,
  title: 'Version 1',
  characters: 32,
  createdAt: at('08:00:00'),
  updatedAt: at('08:00:00'),
};

const shownPat = {
  id: ids.patId,
  name: 'CI pipeline',
  scope: 'TENANT' as const,
  workspaceId: null,
  access: 'RECORD' as const,
  tokenPrefix: 'dzy_4fT9kQw2',
  createdAt: at('08:00:00'),
  expiresAt: '2026-05-31T08:00:00.000Z',
  lastUsedAt: null,
};

const shownUser = {
  id: userId,
  email: 'dana@example.com',
  name: 'Dana',
  role: 'MEMBER' as const,
  workspaceRoles: { [workspaceId]: 'EDITOR' as const },
  createdAt: at('08:00:00'),
};

const shownLink = {
  id: ids.linkId,
  role: 'MEMBER' as const,
  workspaceRoles: { [ids.workspaceId]: 'EDITOR' as const },
  email: null,
  maxUses: 10,
  usesLeft: 7,
  expiresAt: at('18:00:00'),
  createdAt: at('09:00:00'),
};
const shownInvitation = {
  token: 'dzi_…: 43 more characters, shown once',
  acceptUrl: 'https://api.example.com/api/v1/invitations/dzi_…/accept',
  expiresAt: '2026-03-09T08:00:00.000Z',
};

const shownWebhook = {
  id: ids.webhookId,
  url: 'https://hooks.example.com/dezycro',
  description: 'Tells the release channel',
  createdAt: at('08:00:00'),
};

const shownDocument = {
  id: ids.documentId,
  featureId,
  name: 'Refunds, requirements',
  type: 'PRD' as const,
  status: 'COMPLETED' as const,
  sizeBytes: 68,
  contentHash: `sha256:${'a7'.repeat(32)}`,
  createdAt: at('09:00:00'),
  updatedAt: at('09:00:00'),
};

const leftOutRequirement = {
  documentId: ids.documentId,
  sectionHeading: 'Out of scope',
  quote: 'Vouchers must be paid back elsewhere.',
  reason: 'ASIDE_SECTION',
} as const;

const generated = {
  id: ids.caseId,
  workspaceId,
  projectId,
  featureId,
  name: 'A paid order is refunded',
  sourcePrdId: ids.documentId,
  outcomeType: 'SUCCESS' as const,
  pathClass: 'HAPPY' as const,
  priority: 'HIGH' as const,
  status: 'ACTIVE' as const,
  type: 'FUNCTIONAL' as const,
  description: 'A customer must get the money back for a paid order.',
  generatedAt: at('09:10:00'),
  assertionsFromPrd: [
    {
      type: 'STATE_CHANGE' as const,
      description: 'The order is refunded',
      prdQuote: 'A customer must get the money back for a paid order.',
      graphCaptured: true,
    },
  ],
  sectionRefs: [{ sectionIndex: 0, sectionHeading: 'Refunds', prdQuote: null }],
  preConditions: ['A paid order'],
};

export const answerExamples = [
  exampleOf(auditEntry, {
    id: ids.auditEntryId,
    at: at('08:00:00'),
    action: 'PAT_CREATED',
    actor: { userId, email: 'ada@example.com', tokenId: null },
    target: { type: 'PAT', id: ids.patId, name: 'CI pipeline' },
    requestId: ids.requestId,
    metadata: { userId, scope: 'TENANT', workspaceId: null, tokenPrefix: 'dzy_4fT9kQw2' },
  }),
  exampleOf(me, {
    userId,
    email: 'owner@example.com',
    tenantId,
    tier: 'TEAM',
    storedRole: 'OWNER',
    effectiveRole: 'OWNER',
    tokenAccess: 'WRITE',
    tokenExpiresAt: '2026-05-31T08:00:00.000Z',
    workspaces: [{ workspaceId, storedRole: null, effectiveRole: 'ADMIN' }],
  }),
  exampleOf(pat, shownPat),
  exampleOf(createdPat, { ...shownPat, token: 'dzy_…: 46 more characters, shown once' }),
  exampleOf(memberToken, { ...shownPat, userId }),
  exampleOf(llmKey, {
    provider: 'OPENAI',
    model: 'gpt-5.2',
    baseUrl: 'https://llm.example.com/v1',
    last4: 'cdef',
    usedBy: 'ALL_AI',
  }),
  exampleOf(sso, {
    type: 'OIDC',
    issuer: 'https://login.example.com',
    clientId: 'dezycro',
    metadataUrl: null,
    entityId: null,
    required: false,
    domains: ['example.com'],
    provider: '5f0c8c3e1f6a4c0d9b7e2a4d6c8e0f12',
    signInUrl: 'https://sign-in.example.com/oauth2/authorize?identity_provider=5f0c8c3e1f6a4c0d9b7e2a4d6c8e0f12',
    callbackUrl: 'https://sign-in.example.com/oauth2/idpresponse',
  }),
  exampleOf(webhook, shownWebhook),
  exampleOf(createdWebhook, { ...shownWebhook, secret: 'whsec_…: 44 more characters, shown once' }),
  exampleOf(webhookDelivery, {
    eventId: ids.eventId,
    type: 'VERIFIER_STATUS_UPDATE',
    featureId,
    sequence: 3,
    status: 'PENDING',
    createdAt: at('09:10:00'),
    nextAttemptAt: at('09:11:00'),
    attempts: [
      { at: at('09:10:00'), durationMs: 41, statusCode: 503, error: null, excerpt: 'The channel is being moved.' },
    ],
  }),
  exampleOf(notebook, { id: projectId, workspaceId, name: 'Release notes', createdAt: at('08:00:00') }),
  exampleOf(page, shownPage),
  exampleOf(pageDetail, { ...shownPage, content: '# 1.0\n\nRefunds are paid at once.\n' }),
  exampleOf(workspace, { id: workspaceId, name: 'My workspace', tenantId }),
  exampleOf(project, {
    id: projectId,
    name: 'Checkout',
    description: 'Everything between cart and receipt',
    status: 'ACTIVE',
    workspaceId,
  }),
  exampleOf(releasedCredentials, {
    credentials: [
      {
        personaId: ids.personaId,
        name: 'Shop Owner',
        envVar: 'AUTH_SHOP_OWNER',
        jwe: 'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSJ9..q1.c2.t3',
      },
    ],
  }),
  exampleOf(testPersona, {
    id: ids.personaId,
    name: 'Shop Owner',
    description: 'Owns the shop: may read and change everything in it',
    authType: 'BEARER',
    scope: 'PROJECT',
    projectId,
    envVar: 'AUTH_SHOP_OWNER',
    script: null,
    scriptVariables: [],
    scriptHosts: [],
    hasCredentials: false,
    credentialsForRuns: false,
  }),
  exampleOf(feature, {
    id: featureId,
    name: 'Refunds',
    description: 'A customer gets money back for a paid order',
    status: 'VERIFIED',
    specHash,
    currentBuildId: ids.buildId,
    createdAt: at('08:30:00'),
    updatedAt: at('09:30:02'),
  }),
  exampleOf(featureLocation, { workspaceId, projectId, featureId }),
  exampleOf(document, shownDocument),
  exampleOf(documentDetail, {
    ...shownDocument,
    content: '# Refunds\n\nA customer must get the money back for a paid order.\n',
  }),
  exampleOf(generationHandle, { workflowId: ids.eventId }),
  exampleOf(leftOut, leftOutRequirement),
  exampleOf(generationStatus, {
    status: 'COMPLETED',
    message: '1 validation case generated.',
    phase: 'DONE',
    totalSkeletons: 1,
    enrichedCases: 1,
    persistedCases: 1,
    leftOut: [leftOutRequirement],
    leftOutCount: 1,
  }),
  exampleOf(validationCase, generated),
  exampleOf(user, { ...shownUser, status: 'ACTIVE', invitationExpiresAt: null }),
  exampleOf(invitation, shownInvitation),
  exampleOf(invitedUser, {
    ...shownUser,
    status: 'INVITED',
    invitationExpiresAt: shownInvitation.expiresAt,
    invitation: shownInvitation,
  }),
  exampleOf(invitationLink, shownLink),
  exampleOf(createdInvitationLink, {
    ...shownLink,
    token: shownInvitation.token,
    acceptUrl: shownInvitation.acceptUrl,
  }),
  exampleOf(joining, { outcome: 'JOINED', tenantId, userId, role: 'MEMBER' }),
  exampleOf(domain, {
    domain: 'example.com',
    autoJoin: true,
    defaultRole: 'VIEWER',
    txtName: '_dezycro-verify.example.com',
    txtValue: 'dezycro-verify=Zk3vYbqX1mU0c8sTgJ5rWlQeHnM',
    verifiedAt: at('09:00:00'),
    createdAt: at('08:50:00'),
  }),
  exampleOf(member, { workspaceId, userId, role: 'EDITOR' }),
  exampleOf(signIn, {
    issuer: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_EXAMPLE',
    clientId: '4k8example',
    callbackUrl: 'http://localhost:4281/callback',
  }),
  exampleOf(signingKey, {
    algorithm: 'ECDSA_SHA_256',
    keyId: '5e'.repeat(32),
    publicKey: '-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----\n',
  }),
  exampleOf(paymentNoticeTaken, { received: true }),
  exampleOf(resourcesBecomingReadOnly, { workspaces: 0, projects: 0, features: 0, notebooks: 0, pages: 0 }),
  exampleOf(tierPreview, {
    tier: 'TEAM',
    currentTier: 'FREE',
    quantity: 3,
    unitPriceCents: 3900,
    monthlyCents: 11_700,
    dueNowCents: 11_700,
    creditCents: 0,
    currency: 'USD',
    periodEnd: null,
    billableMembers: 1,
    usersBecomingViewOnly: 0,
    usersBecomingEffective: 0,
    resourcesBecomingReadOnly: { workspaces: 0, projects: 0, features: 0, notebooks: 0, pages: 0 },
    tax: 'EXCLUDED',
    previewHash: '3d'.repeat(32),
  }),
  exampleOf(checkoutPage, { url: 'https://checkout.stripe.com/c/pay/cs_test_a1', expiresAt: at('09:31:00') }),
  exampleOf(portalPage, { url: 'https://billing.stripe.com/p/session/test_a1' }),
  exampleOf(subscriptionStatus, {
    tier: 'TEAM',
    paidSeats: 3,
    billableMembers: 2,
    viewerCount: 1,
    pricePerSeatCents: 3900,
    seatFloor: 3,
    monthlyTokensPerSeat: 40_000_000,
    dailyTokenCap: null,
    maxBillableUsers: null,
    currentPeriodEnd: 1_775_088_000,
  }),
  exampleOf(seatPreview, {
    billableAfter: 5,
    paidSeatsAfter: 5,
    dueNowCents: 4680,
    nextRenewalCents: 19_500,
    floorHeadroomUsed: false,
    wouldExceedCap: false,
  }),
  exampleOf(usage, {
    tier: 'PRO',
    period: { startsAt: '2026-03-02T00:00:00.000Z', endsAt: '2026-04-02T00:00:00.000Z' },
    cancelsAt: null,
    tokens: { limit: 15_000_000, used: 1_200_000, reserved: 50_000, resetsAt: '2026-04-02T00:00:00.000Z' },
    tokensToday: null,
    seats: {
      billableMembers: 1,
      viewerCount: 2,
      paidSeats: 1,
      renewalSeats: 1,
      seatFloor: 1,
      maxBillableUsers: null,
      payment: 'OK',
    },
    limits: [
      { name: 'workspaces', limit: 5, used: 2, isOver: false },
      { name: 'billableUsers', limit: 1, used: 1, isOver: false },
    ],
    isFrozen: false,
  }),
  exampleOf(getOpenapiDocument.success.body, {
    openapi: '3.1.0',
    info: { title: 'Test Verification Service', version: '1.0.0' },
    paths: {},
  }),
];
