import { createHash } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DecryptCommand, EncryptCommand, GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { ExecutionAlreadyExists, ExecutionLimitExceeded, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDynamoClient } from '#adapters/dynamodb/client.ts';
import { EventBus } from '#adapters/event-bridge/event-bus.ts';
import { kmsCipher, kmsDecipher } from '#adapters/kms/kms-cipher.ts';
import { KmsSigner } from '#adapters/kms/kms-signer.ts';
import { createS3Client, S3Blobs } from '#adapters/s3/s3-blobs.ts';
import { S3Uploads } from '#adapters/s3/s3-uploads.ts';
import { readSecret } from '#adapters/secrets-manager/read-secret.ts';
import { StateMachine } from '#adapters/step-functions/state-machine.ts';
import { mintScope, taskScope } from '#domain/access/scope.ts';
import type { VerifierStatusUpdate } from '#domain/events/verifier-status-update.ts';

const scope = mintScope.tenant('11111111-1111-7111-8111-111111111111');
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };

describe('documents in S3', () => {
  const bucket = mockClient(S3Client);
  const now = new Date('2026-01-01T00:00:00Z');
  const blobs = new S3Blobs(new S3Client({ region: 'eu-west-1', credentials }), 'documents', () => now);
  beforeEach(() => bucket.reset());

  test("lie below their tenant's own prefix, and no key leaves it", async () => {
    bucket.on(PutObjectCommand).resolves({});
    await blobs.write(scope, 'projects/p/specs/s.json', Buffer.from('{}'), 'application/json');
    expect(bucket.commandCalls(PutObjectCommand)[0]?.args[0].input).toMatchObject({
      Bucket: 'documents',
      Key: `tenants/${scope.tenantId}/projects/p/specs/s.json`,
      ContentType: 'application/json',
    });
    await expect(blobs.read(scope, '../other/spec.json')).rejects.toThrow('leave its tenant');
    await expect(blobs.read(mintScope.tenant('a/../b'), 'spec.json')).rejects.toThrow('leave its tenant');
  });

  test('are undefined where there is none; any other trouble is passed on', async () => {
    bucket.on(GetObjectCommand).rejects(new NoSuchKey({ $metadata: {}, message: 'none' }));
    expect(await blobs.read(scope, 'a')).toBeUndefined();
    bucket
      .on(GetObjectCommand)
      .rejects(new S3ServiceException({ name: 'AccessDenied', $fault: 'client', $metadata: {} }));
    await expect(blobs.read(scope, 'a')).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  test('are removed below a prefix of their tenant, as many as asked; one that stays is an error', async () => {
    const Contents = [{ Key: 'a' }, { Key: 'b' }];
    bucket.on(ListObjectsV2Command).resolves({ Contents }).on(DeleteObjectsCommand).resolvesOnce({});
    expect(await blobs.removeBelow(scope, 'projects/p/', 2)).toBe(2);
    expect(bucket.commandCalls(ListObjectsV2Command)[0]?.args[0].input).toEqual({
      Bucket: 'documents',
      Prefix: `tenants/${scope.tenantId}/projects/p/`,
      MaxKeys: 2,
    });
    expect(bucket.commandCalls(DeleteObjectsCommand)[0]?.args[0].input.Delete?.Objects).toEqual(Contents);
    bucket.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: 'a', Message: 'no' }] });
    await expect(blobs.removeBelow(scope, 'projects/p/', 2)).rejects.toThrow('could not be removed');
    bucket.on(ListObjectsV2Command).resolves({});
    expect(await blobs.removeBelow(scope, 'projects/p/', 2)).toBe(0);
  });

  test('are signed for exactly as long as asked, as an attachment with a safe name, without checksums', async () => {
    vi.stubEnv('AWS_REGION', 'eu-west-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretAccessKey);
    const signer = new S3Blobs(createS3Client(), 'documents', () => now);
    const { url, expiresAt } = await signer.signDownload(scope, 'projects/p/x.log', {
      filename: 'a"b\r\nä.log',
      contentType: 'text/plain; charset=utf-8',
      expiresInSeconds: 300,
    });
    vi.unstubAllEnvs();
    const { pathname, searchParams } = new URL(url);
    expect(pathname).toContain(`/tenants/${scope.tenantId}/projects/p/x.log`);
    expect(searchParams.get('X-Amz-Expires')).toBe('300');
    expect(searchParams.get('X-Amz-Date')).toBe('20260101T000000Z');
    expect(searchParams.get('response-content-disposition')).toBe('attachment; filename="a-b-.log"');
    expect(searchParams.get('response-content-type')).toBe('text/plain; charset=utf-8');
    expect([...searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
    expect(expiresAt.toISOString()).toBe('2026-01-01T00:05:00.000Z');
  });
});

describe('workflows in Step Functions', () => {
  const states = mockClient(SFNClient);
  const machine = new StateMachine(new SFNClient({ region: 'eu-west-1', credentials }), 'arn');
  const start = () => machine.start(scope, 'build-1', { buildId: 'build-1' });
  beforeEach(() => states.reset());
  afterEach(() => vi.unstubAllEnvs());

  test('start under the given name, with the ids as input', async () => {
    states.on(StartExecutionCommand).resolves({});
    await start();
    expect(states.commandCalls(StartExecutionCommand)[0]?.args[0].input).toEqual({
      stateMachineArn: 'arn',
      name: 'build-1',
      input: '{"buildId":"build-1"}',
    });
  });

  test('continue the trace of the request that starts them, where there is one', async () => {
    const traceHeader = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';
    vi.stubEnv('_X_AMZN_TRACE_ID', traceHeader);
    states.on(StartExecutionCommand).resolves({});
    await start();
    expect(states.commandCalls(StartExecutionCommand)[0]?.args[0].input).toMatchObject({ traceHeader });
  });

  test('what ended before its work was done is begun again under a further name, unless it runs', async () => {
    const ended = new ExecutionAlreadyExists({ $metadata: {}, message: 'exists' });
    const again = () => machine.start(scope, 'project-1', {}, 'again');
    states
      .on(StartExecutionCommand)
      .rejects(ended)
      .on(StartExecutionCommand, { name: 'project-1-3' })
      .resolves({ startDate: new Date() });
    expect(await again()).toBe(true);
    expect(states.commandCalls(StartExecutionCommand).map(({ args }) => args[0].input.name)).toEqual([
      'project-1',
      'project-1-2',
      'project-1-3',
    ]);
    states.on(StartExecutionCommand).resolves({ startDate: new Date(Date.now() - 60_000) });
    expect(await again()).toBe(false);
  });

  test('a name that was used already is no error; any other trouble is', async () => {
    states.on(StartExecutionCommand).rejects(new ExecutionAlreadyExists({ $metadata: {}, message: 'exists' }));
    expect(await start()).toBe(false);
    states.on(StartExecutionCommand).rejects(new ExecutionLimitExceeded({ $metadata: {}, message: 'limit' }));
    await expect(start()).rejects.toMatchObject({ name: 'ExecutionLimitExceeded' });
  });
});

test('the client of the table prepares no entry of each call for a log that nobody reads', () => {
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  const stepsOf = (client: DynamoDBClient): string => client.middlewareStack.identify().join();
  expect(stepsOf(new DynamoDBClient({ region: 'eu-west-1' }))).toContain('loggerMiddleware');
  expect(stepsOf(createDynamoClient())).not.toContain('loggerMiddleware');
  vi.unstubAllEnvs();
});

test('KMS signs the SHA-256 of the file with ECDSA', async () => {
  const keys = mockClient(KMSClient);
  keys.on(SignCommand).resolves({ Signature: new Uint8Array([1, 2, 3]) });
  const signer = new KmsSigner(new KMSClient({ region: 'eu-west-1', credentials }), 'alias/signing');
  expect(await signer.sign(Buffer.from('file'))).toBe('AQID');
  expect(keys.commandCalls(SignCommand)[0]?.args[0].input).toEqual({
    KeyId: 'alias/signing',
    Message: createHash('sha256').update('file').digest(),
    MessageType: 'DIGEST',
    SigningAlgorithm: 'ECDSA_SHA_256',
  });
});

test('KMS shows the public half of the key', async () => {
  const keys = mockClient(KMSClient);
  keys.on(GetPublicKeyCommand, { KeyId: 'alias/signing' }).resolves({ PublicKey: new Uint8Array([4, 5]) });
  const signer = new KmsSigner(new KMSClient({ region: 'eu-west-1', credentials }), 'alias/signing');
  expect(await signer.publicKey()).toEqual(new Uint8Array([4, 5]));
});

describe('secrets in KMS', () => {
  const client = new KMSClient({ region: 'eu-west-1', credentials });
  const key = mockClient(client);
  const cipher = kmsCipher(client, 'alias/secrets', 'persona');

  test('are bound to tenant, container and persona', async () => {
    key.on(EncryptCommand).resolves({ CiphertextBlob: Buffer.from('sealed') });
    const context = { tenantId: 't', personaId: 'p', container: 'T' };
    expect(Buffer.from(await cipher.encrypt(context, Buffer.from('secret'))).toString()).toBe('sealed');
    expect(key.commandCalls(EncryptCommand)[0]?.args[0].input).toEqual({
      KeyId: 'alias/secrets',
      Plaintext: Buffer.from('secret'),
      EncryptionContext: { ...context, purpose: 'persona', v: '1' },
    });
  });
});

test('the secret of a webhook is read with the key of webhooks, bound to tenant and webhook', async () => {
  const client = new KMSClient({ region: 'eu-west-1', credentials });
  const key = mockClient(client);
  key.on(DecryptCommand).resolves({ Plaintext: Buffer.from('secret') });
  const context = { tenantId: 't', webhookId: 'w' };
  const decipher = kmsDecipher<typeof context>(client, 'alias/webhooks', 'webhook');
  expect(Buffer.from(await decipher.decrypt(context, Buffer.from('sealed'))).toString()).toBe('secret');
  expect(key.commandCalls(DecryptCommand)[0]?.args[0].input).toEqual({
    KeyId: 'alias/webhooks',
    CiphertextBlob: Buffer.from('sealed'),
    EncryptionContext: { ...context, purpose: 'webhook', v: '1' },
  });
});

describe('uploads to S3', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const uploads = new S3Uploads(new S3Client({ region: 'eu-west-1', credentials }), 'documents', () => now);
  const feature = taskScope.feature({ ...scope, workspaceId: 'w', projectId: 'p', featureId: 'f' });

  test('are bound by signature to their size, checksum and place, and to being the first', async () => {
    const ticket = { id: 'u', kind: 'RUN' as const, sizeBytes: 9, sha256: '00ff'.repeat(16), createdAt: '' };
    const { url, headers, expiresAt } = await uploads.signUpload(feature, ticket, 900);
    const { pathname, searchParams } = new URL(url);
    expect(pathname).toBe(`/uploads/${scope.tenantId}/p/f/u`);
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host;if-none-match;x-amz-checksum-sha256');
    expect(searchParams.has('x-amz-checksum-sha256')).toBe(false);
    const checksum = Buffer.from(ticket.sha256, 'hex').toString('base64');
    expect(headers).toEqual({ 'content-length': '9', 'if-none-match': '*', 'x-amz-checksum-sha256': checksum });
    expect(expiresAt.toISOString()).toBe('2026-01-01T00:15:00.000Z');
  });
});

describe('the event bus', () => {
  const bus = mockClient(EventBridgeClient);
  const publisher = new EventBus(new EventBridgeClient({ region: 'eu-west-1', credentials }), 'bus');
  const events = Array.from({ length: 12 }, (_, index) => ({
    eventId: String(index),
    occurredAt: '2026-01-01T00:00:00.000Z',
  })) as VerifierStatusUpdate[];

  test('takes ten events a call, each as it is stored, and says for each whether it was taken', async () => {
    const taken = (count: number) => Array.from({ length: count }, () => ({ EventId: 'e' }));
    bus
      .on(PutEventsCommand)
      .resolvesOnce({ Entries: [{ ErrorCode: 'ThrottlingException' }, ...taken(9)] })
      .resolvesOnce({ Entries: taken(2) });
    expect(await publisher.publish(events)).toEqual([false, ...Array.from({ length: 11 }, () => true)]);
    const sent = bus.commandCalls(PutEventsCommand).map(({ args }) => args[0].input.Entries!);
    expect(sent.map(({ length }) => length)).toEqual([10, 2]);
    expect(sent[0]![0]).toEqual({
      EventBusName: 'bus',
      Source: 'dezycro.verifier',
      DetailType: 'VERIFIER_STATUS_UPDATE',
      Time: new Date('2026-01-01T00:00:00.000Z'),
      Detail: JSON.stringify(events[0]),
    });
  });
});

describe('a secret', () => {
  const secrets = mockClient(SecretsManagerClient);
  beforeEach(() => {
    secrets.reset();
    vi.stubEnv('AWS_REGION', 'eu-west-1');
  });
  afterEach(() => vi.unstubAllEnvs());

  test('is read by its name; one without text is refused', async () => {
    secrets.on(GetSecretValueCommand, { SecretId: 'a/key' }).resolves({ SecretString: 'k' });
    secrets.on(GetSecretValueCommand, { SecretId: 'binary' }).resolves({ SecretBinary: Buffer.from('k') });
    expect(await readSecret('a/key')).toBe('k');
    await expect(readSecret('binary')).rejects.toThrow('The secret binary holds no text.');
  });
});
