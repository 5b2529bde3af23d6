import { isIPv4 } from 'node:net';

/** Addresses of a host by its name, as the system resolves it. Throws what the resolver throws. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Addresses of cloud metadata services outside the link-local networks. */
const METADATA = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2:0:0:0:0:0:254']);

/**
 * True if an IP address leads to this machine or its cloud: loopback, link-local, unspecified or metadata, also as IPv4
 * within IPv6.
 */
export function isInnerAddress(address: string): boolean {
  if (isIPv4(address)) return isInner4(address);
  const groups = groupsOf(address);
  if (METADATA.has(groups.map((group) => group.toString(16)).join(':'))) return true;
  const [first = 0] = groups;
  if ((first & 0xffc0) === 0xfe80) return true;
  const carried = carriedIPv4(groups);
  return carried !== undefined && isInner4(carried);
}

function isInner4(address: string): boolean {
  const [first, second] = address.split('.').map(Number);
  return first === 0 || first === 127 || (first === 169 && second === 254) || METADATA.has(address);
}

/** The eight groups of an IPv6 address, without zone. */
function groupsOf(address: string): number[] {
  const text = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = text
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/**
 * The IPv4 address within an IPv6 one, if any: compatible (::/96, also :: and ::1), mapped, translated (64:ff9b::/96)
 * and 6to4 (2002::/16).
 */
function carriedIPv4(groups: number[]): string | undefined {
  const [first, second] = groups;
  const middle = groups.slice(2, 5).every((group) => group === 0);
  const isAtEnd =
    middle &&
    ((first === 0 && second === 0 && (groups[5] === 0 || groups[5] === 0xffff)) ||
      (first === 0x64 && second === 0xff9b && groups[5] === 0));
  const [high, low] = isAtEnd ? groups.slice(6) : first === 0x2002 ? groups.slice(1) : [];
  if (high === undefined || low === undefined) return undefined;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
