/**
 * The one table, as plain data: read by the infrastructure, the embedded engine and the adapter alike
 * (security and reliability §4). It imports nothing, so that every ring may read it.
 */
export const tableSchema = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** The only secondary index. It projects whole items and holds those that carry both of its keys. */
  index: { name: 'GSI1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
  /** Epoch seconds after which an item may disappear. Expiry is also checked on read: deletion lags. */
  timeToLiveAttribute: 'expiresAt',
  streamViewType: 'NEW_IMAGE',
} as const;

/** Names the request that changed an item last, where one that is sent again must know itself. */
export const markAttribute = 'changedBy';
