/**
 * True for a 2xx, and for 303, whose Location shows the result (RFC 9110 §15.4.4). The engine returns a 303 only if it
 * is documented, and follows others.
 */
export function isSuccess(status: number): boolean {
  return (status >= 200 && status < 300) || status === 303;
}
