/** What stands in the metadata of all that `scripts/setup-stripe` makes. */
export const ownMark = { managedBy: 'setup-stripe' };
