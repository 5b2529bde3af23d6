import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import type { BundledPackage } from './bundled-packages.ts';

/** What is released; the version of a bundle is its SHA-256 in hex. */
export type Released = { name: string; version: string };

/**
 * The bill of materials of a bundle as CycloneDX 1.6 JSON: one component for each package whose code is in it, with version, licence and
 * the hash of its tarball. The same packages give the same bytes, so it has neither a serial number nor a time.
 */
export const billOfMaterials = (released: Released, packages: readonly BundledPackage[]): string => {
  const bom = new Models.Bom();
  bom.metadata.component = component(released, Enums.ComponentType.Application);
  const distinct = new Map(packages.map((each) => [`${each.name}@${each.version}`, each]));
  for (const each of distinct.values()) {
    const library = component(each, Enums.ComponentType.Library);
    if (each.license !== undefined) library.licenses.add(licenceOf(each.license));
    if (each.sha512 !== undefined)
      library.hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(each.sha512, 'base64').toString('hex'));
    bom.components.add(library);
    bom.metadata.component.dependencies.add(library.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
};

const component = ({ name, version }: Released, type: Enums.ComponentType): Models.Component => {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return new Models.Component(type, name, {
    version,
    bomRef: purl,
    ...(type === Enums.ComponentType.Library ? { purl } : {}),
  });
};

/** "MIT" is an identifier of SPDX, "(MIT OR GPL-3.0)" an expression. */
const licenceOf = (license: string): Models.LicenseExpression | Models.SpdxLicense =>
  /\s/.test(license) ? new Models.LicenseExpression(license) : new Models.SpdxLicense(license);
