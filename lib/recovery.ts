/** How many days back a stage can be restored: the table by its point-in-time recovery, documents by versions that were replaced or removed. */
export const recoveryDays = 30;
