/**
 * Whether a status says that the request was carried out: any 2xx, and 303, whose Location is the answer to it (RFC
 * 9110 §15.4.4). The engine answers a 303 only where the document has one; any other is followed.
 */
export function isSuccess(status: number): boolean {
  return (status >= 200 && status < 300) || status === 303;
}
