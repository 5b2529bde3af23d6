import { describe } from 'vitest';
import { hostPlatform } from '#builder/bun-packages.ts';
import { nativeFile } from '../verifier/suite/runners.ts';
import { testSuite } from '../verifier/suite/suite.ts';
import { builtRunners, runnersFolder } from './built-runners.ts';

const manifest = await builtRunners();

describe.skipIf(manifest === undefined)('the native verifier of this machine', () => {
  testSuite(async () => nativeFile(runnersFolder, manifest!.binaries[hostPlatform()]));
});
