import { expect, test, vi } from 'vitest';
import { logFailure, logRequest } from '../../local/log.ts';

test('a line of a request begins with time and request id; a failure with the time', () => {
  const lines: unknown[] = [];
  const written = vi.spyOn(console, 'error').mockImplementation((line: unknown) => void lines.push(line));
  logRequest({ requestId: 'request-1', operationId: 'getProject', status: 404, durationMs: 1.2, code: 'NOT_FOUND' });
  logFailure('the sweep', new Error('disk'));
  written.mockRestore();
  expect(lines).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z request-1 getProject 404 NOT_FOUND 1\.2 ms$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z the sweep failed:$/),
    expect.any(Error),
  ]);
});
