import { expect, test } from 'vitest';
import * as errors from '#contract/errors.ts';
import { RateLimited } from '#domain/alongside.ts';
import * as models from '#domain/ports/language-model.ts';

const { notFound, ServiceError } = errors;
const { ModelFailure } = models;

/** Another copy of a module, as a file that is loaded on demand has it. */
const copyOf = async <T>(_module: T, path: string): Promise<T> => (await import(`${path}?copy`)) as T;

test('errors of a copy of the module are known, and their subclasses stay apart', async () => {
  const otherErrors = await copyOf(errors, '../../src/contract/errors.ts');
  const otherModels = await copyOf(models, '../../src/domain/ports/language-model.ts');
  expect([otherErrors.ServiceError === ServiceError, otherModels.ModelFailure === ModelFailure]).toEqual([
    false,
    false,
  ]);
  const copies = [otherErrors.notFound(), new otherModels.ModelFailure('MODEL_LATE', 'Too late.', 7)];
  expect(copies.map((error) => error instanceof ServiceError)).toEqual([true, false]);
  expect(copies.map((error) => error instanceof ModelFailure)).toEqual([false, true]);
  expect([notFound() instanceof RateLimited, new Error('x') instanceof ServiceError]).toEqual([false, false]);
});
