import { isIP } from 'node:net';

/** An IP address in canonical form: dotted for IPv4, compressed lower-case hex for IPv6. */
export interface Address {
  readonly family: 'ipv4' | 'ipv6';
  readonly text: string;
}

const GROUPS = 8;

/** An IPv4-mapped address becomes IPv4, because the system dials that one. Undefined: the text must not be dialled. */
export function parseAddress(text: string): Address | undefined {
  // A zone only chooses the interface; its address is link-local in any zone.
  const plain = text.replace(/%[^\s]*$/, '');
  const family = isIP(plain);
  if (family === 4) return { family: 'ipv4', text: plain };
  if (family === 0) return undefined;
  const groups = groupsOf(plain);
  if (startsWith(groups, [0, 0, 0, 0, 0, 0xffff])) return { family: 'ipv4', text: dotted(groups[6], groups[7]) };
  return { family: 'ipv6', text: canonical(plain) };
}

/** The IPv4 addresses that a translator or tunnel may turn an IPv6 address into: compatible, NAT64, 6to4, Teredo and ISATAP. */
export function embeddedAddresses({ family, text }: Address): readonly string[] {
  if (family === 'ipv4') return [];
  const groups = groupsOf(text);
  const last = dotted(groups[6], groups[7]);
  const found: string[] = [];
  if (startsWith(groups, [0, 0, 0, 0])) found.push(last);
  if (startsWith(groups, [0x64, 0xff9b])) found.push(last, localNat64(groups));
  if (startsWith(groups, [0x2002])) found.push(dotted(groups[1], groups[2]));
  // Teredo obfuscates the client's address by inverting every bit.
  if (startsWith(groups, [0x2001, 0])) found.push(dotted(inverted(groups[6]), inverted(groups[7])));
  if (groups[5] === 0x5efe) found.push(last);
  return found;
}

/** RFC 6052 with a 48-bit prefix: bits 64 to 71 are not part of the address. */
function localNat64(groups: readonly number[]): string {
  const [, , , high = 0, low = 0, lowest = 0] = groups;
  return dotted(high, ((low & 0xff) << 8) | (lowest >> 8));
}

function canonical(text: string): string {
  return new URL(`http://[${text}]/`).hostname.slice(1, -1);
}

function groupsOf(text: string): readonly number[] {
  const [head = '', tail] = canonical(text).split('::');
  const left = hexGroups(head);
  const right = hexGroups(tail ?? '');
  const zeros = new Array<number>(Math.max(0, GROUPS - left.length - right.length)).fill(0);
  return [...left, ...zeros, ...right];
}

function hexGroups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function startsWith(groups: readonly number[], prefix: readonly number[]): boolean {
  return prefix.every((value, index) => groups[index] === value);
}

function inverted(group = 0): number {
  return ~group & 0xffff;
}

function dotted(high = 0, low = 0): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}
