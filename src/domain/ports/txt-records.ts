export interface TxtRecords {
  /** The texts of every TXT record of the name, each put together from its pieces; none: an empty list. Throws DEPENDENCY_UNAVAILABLE. */
  list(name: string): Promise<string[]>;
}
