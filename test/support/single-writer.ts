import { setTimeout as sleep } from 'node:timers/promises';
import type { MemoryHandler } from '#verifier/transport/memory.ts';
import { json, thingsApi } from './things-api.ts';

/** A service over a database in one file: a write takes `writeMs`, and fails with 500 where another one is under way. */
export function singleWriter(writeMs: number): {
  handler: MemoryHandler;
  left: () => number;
  locked: () => number;
  asked: () => number;
} {
  const api = thingsApi();
  let isWriting = false;
  let locked = 0;
  let asked = 0;
  const handler: MemoryHandler = async (request) => {
    asked += 1;
    if (request.method === 'GET') return api.handler(request);
    if (isWriting) {
      locked += 1;
      return json(500, { error: 'database is locked' });
    }
    isWriting = true;
    await sleep(writeMs);
    isWriting = false;
    return api.handler(request);
  };
  return { handler, left: () => api.things.size, locked: () => locked, asked: () => asked };
}
