/** More runtime packages than this are more than two people can watch. */
export const mostDependencies = 22;

export type Manifest = Partial<Record<'dependencies' | 'peerDependencies' | 'devDependencies', Record<string, string>>>;

/** One line for each package without a row in the record of dependencies, each version that is no exact one, and for too many packages. */
export const dependencyViolations = (manifest: Manifest, record: string): string[] => {
  const rows = record.split('\n').filter((line) => line.startsWith('| '));
  const named = new Set(rows.flatMap((row) => row.split('|')[1]!.match(/[@\w][\w./@-]*/g) ?? []));
  const all = Object.entries({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.devDependencies,
  });
  const count = Object.keys(manifest.dependencies ?? {}).length;
  return [
    ...all.filter(([name]) => !isNamed(name, named)).map(([name]) => `${name} has no row in record 11`),
    ...all.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)).map(([name]) => `${name} has no exact version`),
    ...(count > mostDependencies ? [`${count} packages in dependencies; at most ${mostDependencies}`] : []),
  ];
};

/** The row "@aws-sdk clients" names every client of AWS; types go with what they describe. */
const isNamed = (name: string, named: ReadonlySet<string>): boolean =>
  named.has(name) || (name.startsWith('@aws-sdk/') && named.has('@aws-sdk')) || name.startsWith('@types/');
