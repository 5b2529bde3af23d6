import { retryRequest, specToPublish } from '../schemas/builds.ts';
import { billableCap, paymentNotice, portalRequest, tierChoice, tierToBuy, tierToHave } from '../schemas/billing.ts';
import { documentChanges, newDocument } from '../schemas/documents.ts';
import { newDomain } from '../schemas/domains.ts';
import { featureChanges, newFeature } from '../schemas/features.ts';
import { joinRequest, newInvitationLink } from '../schemas/invitations.ts';
import { notesRun, notesSpec } from '../schemas/notes-example.ts';
import { notebookFields, pageFields } from '../schemas/notebooks.ts';
import { newPat, tokenPolicy } from '../schemas/pats.ts';
import { credentialsRequest } from '../schemas/persona-credentials.ts';
import { newPersona, personaChanges } from '../schemas/personas.ts';
import { projectFields } from '../schemas/projects.ts';
import { runToRecord } from '../schemas/recorded-runs.ts';
import { newUpload } from '../schemas/uploads.ts';
import { memberRole, newUser, roleChange } from '../schemas/users.ts';
import { generationRequest } from '../schemas/validation-cases.ts';
import { newLlmKey } from '../schemas/llm-keys.ts';
import { newSso } from '../schemas/sso.ts';
import { newWebhook } from '../schemas/webhooks.ts';
import { workspaceFields } from '../schemas/workspaces.ts';
import { exampleOf } from './example-of.ts';
import { ids } from './ids.ts';

export const requestExamples = [
  exampleOf(newPat, { name: 'CI pipeline', scope: 'TENANT', access: 'RECORD' }),
  exampleOf(billableCap, { maxBillableUsers: 10 }),
  exampleOf(tierChoice, { tier: 'TEAM' }),
  exampleOf(tierToBuy, { tier: 'TEAM', previewHash: '3d'.repeat(32) }),
  exampleOf(tierToHave, { tier: 'PRO', previewHash: '3d'.repeat(32) }),
  exampleOf(portalRequest, {}),
  exampleOf(paymentNotice, {
    id: 'evt_1TVS0000000000000000000',
    object: 'event',
    type: 'customer.subscription.updated',
    livemode: false,
    data: { object: { id: 'sub_1TVS0000000000000000000', object: 'subscription', customer: 'cus_TVS00000000000' } },
  }),
  exampleOf(tokenPolicy, { maximumDays: 90 }),
  exampleOf(workspaceFields, { name: 'Payments' }),
  exampleOf(notebookFields, { name: 'Release notes' }),
  exampleOf(pageFields, { title: 'Version 1', content: '# 1.0\n\nRefunds are paid at once.\n' }),
  exampleOf(projectFields, { name: 'Checkout', description: 'Everything between cart and receipt', status: 'ACTIVE' }),
  exampleOf(newPersona, {
    name: 'Shop Owner',
    description: 'Owns the shop: may read and change everything in it',
    authType: 'BEARER',
    scope: 'PROJECT',
  }),
  exampleOf(credentialsRequest, {
    publicKey: {
      kty: 'EC',
      crv: 'P-256',
      x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
      y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
    },
  }),
  exampleOf(personaChanges, { description: 'Owns the shop: may read and change everything, prices too' }),
  exampleOf(newFeature, { name: 'Refunds', description: 'A customer gets money back for a paid order' }),
  exampleOf(featureChanges, { name: 'Refunds and returns' }),
  exampleOf(newDocument, {
    name: 'Refunds, requirements',
    type: 'PRD',
    status: 'COMPLETED',
    content: '# Refunds\n\nA customer must get the money back for a paid order.\n',
  }),
  exampleOf(documentChanges, { status: 'COMPLETED' }),
  exampleOf(generationRequest, { featureId: ids.featureId }),
  exampleOf(specToPublish, { spec: notesSpec }),
  exampleOf(retryRequest, { force: true }),
  exampleOf(runToRecord, {
    results: notesRun,
    branch: 'main',
    commitId: '9fceb02',
    baseUrl: 'https://staging.example.com',
  }),
  exampleOf(newUpload, {
    kind: 'RUN',
    sizeBytes: 4_194_304,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  }),
  exampleOf(newWebhook, { url: 'https://hooks.example.com/dezycro', description: 'Tells the release channel' }),
  exampleOf(newSso, {
    type: 'OIDC',
    issuer: 'https://login.example.com',
    clientId: 'dezycro',
    clientSecret: 'a-secret-of-our-client',
    required: false,
  }),
  exampleOf(newLlmKey, {
    provider: 'OPENAI',
    model: 'gpt-5.2',
    apiKey: 'sk-proj-0123456789abcdef',
    baseUrl: 'https://llm.example.com/v1',
  }),
  exampleOf(newUser, { email: 'dana@example.com', name: 'Dana', role: 'MEMBER' }),
  exampleOf(newInvitationLink, { role: 'MEMBER', expiresInDays: 7, maxUses: 10 }),
  exampleOf(joinRequest, { consentToViewer: true }),
  exampleOf(newDomain, { domain: 'example.com', autoJoin: true, defaultRole: 'VIEWER' }),
  exampleOf(roleChange, { role: 'ADMIN' }),
  exampleOf(memberRole, { role: 'EDITOR' }),
];
