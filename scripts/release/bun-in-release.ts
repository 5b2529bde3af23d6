import { bunPackages, bunVersion } from '#builder/bun-packages.ts';
import type { BinaryPlatform } from '#builder/runner-manifest.ts';
import type { BundledPackage } from './bundled-packages.ts';
import type { Ingredient } from './provenance.ts';

/** Bun as a component of an executable. */
export const bunPackage = (platform: BinaryPlatform): BundledPackage => {
  const { name, sha512 } = bunPackages[platform];
  return { name: `@oven/${name}`, version: bunVersion, license: 'MIT', sha512 };
};

/** The tarball of Bun that an executable was made from. */
export const bunTarball = (platform: BinaryPlatform): Ingredient => {
  const { name, sha512 } = bunPackages[platform];
  return { uri: `pkg:npm/%40oven/${name}@${bunVersion}`, sha512: Buffer.from(sha512, 'base64').toString('hex') };
};
