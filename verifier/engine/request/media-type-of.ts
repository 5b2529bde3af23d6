/** The media type without parameters: "application/json" for "Application/JSON; charset=utf-8". "" without a header. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

export function isJson(essence: string): boolean {
  return essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json');
}

/** Media types that servers use for any content. */
const BYTES = new Set(['text/plain', 'application/octet-stream']);

/** True if a response's media type is documented. All `+json` types count as JSON. Planner and verifier §6.1 row 19. */
export function isDocumentedType(essence: string, documented: readonly string[]): boolean {
  return documented.map(mediaTypeOf).some((one) => {
    if (one === '*/*' || one === essence || (isJson(one) && isJson(essence))) return true;
    if (BYTES.has(one) && BYTES.has(essence)) return true;
    return one.endsWith('/*') && essence.startsWith(one.slice(0, -1));
  });
}
