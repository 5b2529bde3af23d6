import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { tablePorts } from '#adapters/dynamodb/table-ports.ts';
import type { LanguageModel } from '#domain/ports/language-model.ts';
import { jweReleaser } from '#adapters/jwe/jwe-releaser.ts';
import { hostedPages } from '#adapters/cognito/hosted-pages.ts';
import { DnsTxtRecords } from '#adapters/dns/txt-records.ts';
import { TargetRules } from '#adapters/webhooks/target-rules.ts';
import { HttpSender } from '#adapters/webhooks/webhook-sender.ts';
import { languageModel } from '#adapters/language-model/language-model.ts';
import { ownModels } from '#adapters/language-model/own-models.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { FileBlobs } from '../../local/blob-store/file-blobs.ts';
import { LocalUploads } from '../../local/blob-store/local-uploads.ts';
import { SignedUrls } from '../../local/blob-store/signed-urls.ts';
import { LocalVerifiers } from '../../local/builds/local-verifiers.ts';
import { fileSeals } from '../../local/seals/file-seals.ts';
import { localSigner } from '../../local/builds/local-signer.ts';
import { LocalCipher } from '../../local/cipher/local-cipher.ts';
import { FileProviders } from '../../local/sign-in/file-providers.ts';
import { localClient, localPages } from '../../local/sign-in/local-pages.ts';
import { loadTasks } from '../../local/load-operations.ts';
import { emulatedPayments } from './emulated-payments.ts';
import { PaymentsEmulator } from '../../local/payments/emulator.ts';
import { loadMachines } from '../../local/workflows/load-machines.ts';
import { LocalWorkflows } from '../../local/workflows/local-workflows.ts';
import type { ExtraPorts } from './api-target.ts';
import { paymentEventPorts } from './payment-events.ts';
import { withNotedUse, withTableRights } from './enforce-table-rights.ts';

/** What the cipher of tests encrypts with. */
export const localSecretKey = Buffer.alloc(32, 9);

/** What the cipher of tests encrypts webhooks' secrets with. */
const webhookKey = Buffer.alloc(32, 8);

/** What the cipher of tests encrypts own LLM keys with. */
const llmKey = Buffer.alloc(32, 6);

/** What the cipher of tests encrypts identity providers with. */
const providerKey = Buffer.alloc(32, 5);

const patienceMs = 10_000;

/** What the table does not fulfil, by the implementations of the local service, in a folder of the test file's own. */
export const localPorts =
  (model: LanguageModel = languageModel({}), allowedHosts: readonly string[] = []): ExtraPorts =>
  (tables) => {
    const folder = mkdtempSync(join(tmpdir(), 'dezycro-test-'));
    const blobs = new FileBlobs(join(folder, 'blobs'));
    const urls = new SignedUrls({ secret: Buffer.alloc(32, 7), origin: () => 'http://service.test', now: Date.now });
    const uploads = new LocalUploads(new FileBlobs(join(folder, 'uploads')), urls);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signer = localSigner(privateKey);
    const targets = new TargetRules(allowedHosts);
    const personaCipher = LocalCipher.forPersonas(localSecretKey);
    const llmCipher = LocalCipher.forLlmKeys(llmKey);
    const providers = new FileProviders(join(folder, 'identity-providers'), LocalCipher.forProviders(providerKey));
    const webhookCipher = LocalCipher.forWebhooks(webhookKey);
    // Answers are the same whether native runners are built here or not; the tests of the local service have them.
    const verifiers = new LocalVerifiers(blobs, join(folder, 'no-runners'));
    const origin = () => 'http://service.test';
    const pages = () => `${origin()}${localPages}`;
    const ports = {
      ...tablePorts(tables),
      ...paymentEventPorts().ports,
      'payments:ask': emulatedPayments(new PaymentsEmulator({ now: () => new Date(), origin }), origin),
      'blobs:read': blobs,
      'blobs:write': blobs,
      'blobs:remove': blobs,
      'blobs:sign': urls,
      'seals:copy': fileSeals(join(folder, 'seals')),
      'uploads:sign': uploads,
      'uploads:fetch': uploads,
      'secrets:encrypt': personaCipher,
      'secrets:decrypt': jweReleaser(personaCipher),
      'webhooks:send': new HttpSender(targets),
      'webhook-targets:check': targets,
      'webhook-secrets:encrypt': webhookCipher,
      'webhook-secrets:decrypt': webhookCipher,
      // Nobody is there: a test with domains has a server of its own (dns-server.ts).
      'txt-records:read': new DnsTxtRecords(['127.0.0.1:1']),
      'llm-keys:encrypt': llmCipher,
      'llm-keys:decrypt': llmCipher,
      'identity-providers:write': providers,
      'identity-providers:remove': providers,
      'sign-in-pages:show': hostedPages(pages, pages, localClient),
      'own-models:ask': ownModels(targets, {}),
      'models:read': model,
      'models:ask': model,
      // A bus that takes everything.
      'events:publish': { publish: async (events: readonly unknown[]) => events.map(() => true) },
      'runners:read': verifiers,
      'verifiers:stamp': verifiers,
      'verifiers:sign': signer,
      'signing-key:read': signer,
    };
    const noted = withNotedUse(ports);
    const loading = loadTasks();
    const workflows = new LocalWorkflows({
      folder: join(folder, 'workflows'),
      machines: loadMachines(new URL('../../statemachines/', import.meta.url)),
      waitMs: 0,
      runTask: async (task, state) => {
        const operation = (await loading).get(task.name)!;
        return withTableRights(task.name, task, () => operation.run(state, noted, systemRuntime));
      },
      reportFailure: (name, error) => console.error(name, error),
    });
    afterAll(async () => {
      await workflows.close(patienceMs);
      await rm(folder, { recursive: true, force: true });
    });
    return {
      ...ports,
      'builds:start': workflows.starterOf('build-verifier'),
      'deletions:start': workflows.starterOf('delete-project'),
      'generations:start': workflows.starterOf('generate-validation-cases'),
    };
  };
