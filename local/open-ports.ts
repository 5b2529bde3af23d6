import { join } from 'node:path';
import type { Tables } from '#adapters/dynamodb/record.ts';
import { jweReleaser } from '#adapters/jwe/jwe-releaser.ts';
import { tablePorts } from '#adapters/dynamodb/table-ports.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { Ports } from '#domain/ports/ports.ts';
import { languageModel } from '#adapters/language-model/language-model.ts';
import { ownModels } from '#adapters/language-model/own-models.ts';
import { TargetRules } from '#adapters/webhooks/target-rules.ts';
import { hostedPages } from '#adapters/cognito/hosted-pages.ts';
import { DnsTxtRecords } from '#adapters/dns/txt-records.ts';
import { HttpSender } from '#adapters/webhooks/webhook-sender.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { FileBlobs } from './blob-store/file-blobs.ts';
import { LocalUploads } from './blob-store/local-uploads.ts';
import { SignedUrls } from './blob-store/signed-urls.ts';
import { LocalVerifiers } from './builds/local-verifiers.ts';
import { localSigner } from './builds/local-signer.ts';
import { LocalCipher } from './cipher/local-cipher.ts';
import { openKeys } from './key-files.ts';
import { loadTask } from './load-operations.ts';
import { logFailure } from './log.ts';
import { loadMachines } from './workflows/load-machines.ts';
import { type LocalPayments, openLocalPayments } from './payments/local-payments.ts';
import { LocalPaymentEvents } from './payments/payment-events.ts';
import { fileSeals } from './seals/file-seals.ts';
import { FileProviders } from './sign-in/file-providers.ts';
import { LocalIssuer } from './sign-in/local-issuer.ts';
import { localClient, localPages } from './sign-in/local-pages.ts';
import { LocalWorkflows } from './workflows/local-workflows.ts';

export type LocalPorts = {
  ports: Ports;
  /** What signed URLs of documents answer. */
  downloads: BlobReader;
  uploads: LocalUploads;
  urls: SignedUrls;
  workflows: LocalWorkflows;
  paymentEvents: LocalPaymentEvents;
  payments: LocalPayments;
  signIn: LocalIssuer;
};

type Options = {
  dataFolder: string;
  tables: Tables;
  /** Where signed URLs point. */
  origin: () => string;
  now: () => Date;
  allowedWebhookHosts: readonly string[];
};

/** Every port of the domain: the real table adapter, and for the rest what one machine has. */
export const openPorts = ({ dataFolder, tables, origin, now, allowedWebhookHosts }: Options): LocalPorts => {
  const keys = openKeys(join(dataFolder, 'keys'));
  const blobs = new FileBlobs(join(dataFolder, 'blobs'));
  const urls = new SignedUrls({ secret: keys.urlSecret, origin, now: Date.now });
  const uploads = new LocalUploads(new FileBlobs(join(dataFolder, 'uploads')), urls);
  const workflows: LocalWorkflows = new LocalWorkflows({
    folder: join(dataFolder, 'workflows'),
    machines: loadMachines(new URL('../statemachines/', import.meta.url)),
    runTask: async ({ name }, state) => (await loadTask(name)).run(state, { ...ports }, systemRuntime),
    reportFailure: logFailure,
  });
  const model = languageModel();
  const verifiers = new LocalVerifiers(blobs);
  const signer = localSigner(keys.signingKey);
  const targets = new TargetRules(allowedWebhookHosts);
  const personaCipher = LocalCipher.forPersonas(keys.secretKey);
  const llmCipher = LocalCipher.forLlmKeys(keys.llmKey);
  const providers = new FileProviders(
    join(dataFolder, 'identity-providers'),
    LocalCipher.forProviders(keys.providerKey),
  );
  const signIn = new LocalIssuer({ origin, key: keys.signInKey, providers, now });
  const webhookCipher = LocalCipher.forWebhooks(keys.webhookKey);
  const paymentEvents = new LocalPaymentEvents();
  const payments = openLocalPayments({ dataFolder, origin, now, webhookSecret: paymentEvents.secret });
  const pages = () => `${origin()}${localPages}`;
  const ports: Ports = {
    ...tablePorts(tables),
    'blobs:read': blobs,
    'blobs:write': blobs,
    'blobs:sign': urls,
    'blobs:remove': blobs,
    'seals:copy': fileSeals(join(dataFolder, 'seals')),
    'uploads:sign': uploads,
    'uploads:fetch': uploads,
    // Nobody else is on this machine: who wants to know reads the feed.
    'events:publish': { publish: async (events) => events.map(() => true) },
    'payments:ask': payments.payments,
    'payment-events:verify': paymentEvents,
    'payment-events:publish': paymentEvents,
    'builds:start': workflows.starterOf('build-verifier'),
    'deletions:start': workflows.starterOf('delete-project'),
    'generations:start': workflows.starterOf('generate-validation-cases'),
    'secrets:encrypt': personaCipher,
    'secrets:decrypt': jweReleaser(personaCipher),
    'webhooks:send': new HttpSender(targets),
    'webhook-targets:check': targets,
    'webhook-secrets:encrypt': webhookCipher,
    'webhook-secrets:decrypt': webhookCipher,
    'txt-records:read': DnsTxtRecords.fromEnvironment(),
    'llm-keys:encrypt': llmCipher,
    'llm-keys:decrypt': llmCipher,
    'identity-providers:write': providers,
    'identity-providers:remove': providers,
    'sign-in-pages:show': hostedPages(pages, pages, localClient),
    'own-models:ask': ownModels(targets),
    'models:read': model,
    'models:ask': model,
    'runners:read': verifiers,
    'verifiers:stamp': verifiers,
    'verifiers:sign': signer,
    'signing-key:read': signer,
  };
  return { ports, downloads: verifiers, uploads, urls, workflows, paymentEvents, payments, signIn };
};
