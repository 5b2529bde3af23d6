import semver from 'semver';

/** A span of versions that an advisory names, in the words of the OSV schema: from `introduced` on, below `fixed` or up to `lastAffected`. */
export type Span = { introduced: string; fixed?: string; lastAffected?: string };

/** What is known of one weakness of one npm package. */
export type Advisory = { id: string; aliases: string[]; package: string; spans: Span[] };

/** `docs/advisories.json`. */
export type AdvisoryDatabase = {
  source: string;
  /** When the database was fetched as a whole; null where its entries were entered by hand. */
  refreshedAt: string | null;
  advisories: Advisory[];
  /** Advisories that concern a locked version and are lived with, each with the reason. */
  accepted: { id: string; package: string; reason: string }[];
};

export type LockedPackage = { name: string; version: string };

export type PackageLock = { packages: Record<string, { version?: string; link?: boolean }> };

/** Every version of every package that the lock file installs, each once. */
export const lockedPackages = ({ packages }: PackageLock): LockedPackage[] => {
  const found = new Map<string, LockedPackage>();
  for (const [path, { version }] of Object.entries(packages)) {
    const at = path.lastIndexOf('node_modules/');
    if (at < 0 || version === undefined) continue;
    const name = path.slice(at + 'node_modules/'.length);
    found.set(`${name}@${version}`, { name, version });
  }
  return [...found.values()];
};

/** Whether a version lies in one of the spans. */
export const isAffected = (version: string, spans: readonly Span[]): boolean =>
  spans.some(({ introduced, fixed, lastAffected }) => {
    const begins = introduced === '0' || semver.gte(version, introduced);
    if (fixed !== undefined) return begins && semver.lt(version, fixed);
    return begins && (lastAffected === undefined || semver.lte(version, lastAffected));
  });

/** One line for each advisory that concerns a locked package and is not accepted, and for each acceptance that concerns none. */
export const advisoryViolations = (
  { advisories, accepted }: AdvisoryDatabase,
  locked: readonly LockedPackage[],
): string[] => {
  const hits = locked.flatMap(({ name, version }) =>
    advisories
      .filter((each) => each.package === name && isAffected(version, each.spans))
      .map(({ id }) => ({ id, name, version })),
  );
  const keyOf = (id: string, name: string): string => `${id} ${name}`;
  const lived = new Set(accepted.map((each) => keyOf(each.id, each.package)));
  const hit = new Set(hits.map(({ id, name }) => keyOf(id, name)));
  return [
    ...hits
      .filter(({ id, name }) => !lived.has(keyOf(id, name)))
      .map(({ id, name, version }) => `${name}@${version} is affected by ${id}: update it, or accept it with a reason`),
    ...[...lived].filter((each) => !hit.has(each)).map((each) => `${each} is accepted and concerns no locked package`),
  ];
};
