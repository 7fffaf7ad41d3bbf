import { BlockList } from 'node:net';
import { type Address, parseAddress } from './address.ts';
import { isMetadata, METADATA_ADDRESSES } from './public-address.ts';

export type AllowEntry =
  | { readonly kind: 'address'; readonly address: Address; readonly port: number }
  | { readonly kind: 'name'; readonly name: string; readonly port: number }
  | { readonly kind: 'network'; readonly network: Address; readonly bits: number };

/** Non-public addresses that the operator has opened. Compared with the address that is dialled, not with the text of a request. */
export interface AllowList {
  opens(address: Address, port: number): boolean;
  /** Names opened at this port, with every address they resolve to. */
  namesAt(port: number): readonly string[];
}

const PORT_MAX = 65_535;
const PORT = /^[1-9]\d{0,4}$/;
const BITS = /^(0|[1-9]\d{0,2})$/;
const NAME = /^[a-z0-9_]([a-z0-9_-]{0,62}\.?)*$/;
const NAME_CHARACTERS_MAX = 253;
const METADATA_NAMES = ['metadata', 'metadata.google.internal', 'metadata.goog', 'instance-data'];
/** Ranges this narrow that contain a metadata address were meant to open it, so they are refused; wider ranges open everything else. */
const NARROW_BITS = { ipv4: 16, ipv6: 32 };
const MAPPED_BITS = 96;

/** Parses `host:port` or a CIDR; undefined when it is neither, or when it names a metadata address. */
export function parseAllowEntry(text: string): AllowEntry | undefined {
  return text.includes('/') ? parseNetwork(text) : parseHost(text);
}

export function createAllowList(entries: readonly string[]): AllowList {
  const parsed = entries.map(requireEntry);
  // One list per family: a combined list would also match IPv4 addresses against IPv6 networks.
  const networks = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const entry of parsed) {
    const { kind } = entry;
    if (kind === 'network')
      networks[entry.network.family].addSubnet(entry.network.text, entry.bits, entry.network.family);
  }
  return {
    opens: ({ family, text }, port) =>
      networks[family].check(text, family) ||
      parsed.some((entry) => entry.kind === 'address' && entry.port === port && entry.address.text === text),
    namesAt: (port) => parsed.flatMap((entry) => (entry.kind === 'name' && entry.port === port ? [entry.name] : [])),
  };
}

function requireEntry(text: string): AllowEntry {
  const entry = parseAllowEntry(text);
  if (entry === undefined) throw new Error(`'${text}' cannot be opened for outgoing requests.`);
  return entry;
}

function parseNetwork(text: string): AllowEntry | undefined {
  const [written = '', bitsText = '', ...rest] = text.split('/');
  const network = written.includes('%') ? undefined : parseAddress(written);
  if (network === undefined || rest.length > 0 || !BITS.test(bitsText)) return undefined;
  const isMapped = network.family === 'ipv4' && written.includes(':');
  const bits = Number(bitsText) - (isMapped ? MAPPED_BITS : 0);
  if (bits < 0 || bits > (network.family === 'ipv4' ? 32 : 128)) return undefined;
  const entry: AllowEntry = { kind: 'network', network, bits };
  return bits >= NARROW_BITS[network.family] && holdsMetadata(entry) ? undefined : entry;
}

function holdsMetadata({ network, bits }: Extract<AllowEntry, { kind: 'network' }>): boolean {
  const list = new BlockList();
  list.addSubnet(network.text, bits, network.family);
  return METADATA_ADDRESSES.some(
    (text) => parseAddress(text)?.family === network.family && list.check(text, network.family),
  );
}

function parseHost(text: string): AllowEntry | undefined {
  const colon = text.lastIndexOf(':');
  const portText = text.slice(colon + 1);
  const port = Number(portText);
  if (colon <= 0 || !PORT.test(portText) || port > PORT_MAX) return undefined;
  const host = text.slice(0, colon);
  // Parsed like the address of a request, so that no spelling of an IP address passes as a name.
  const url = URL.parse(`http://${host}:${portText}/`);
  if (url === null || url.username !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    return undefined;
  const address = parseAddress(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  if (address !== undefined) return isMetadata(address) ? undefined : { kind: 'address', address, port };
  const name = url.hostname.replace(/\.$/, '');
  if (name.length > NAME_CHARACTERS_MAX || !NAME.test(name) || METADATA_NAMES.includes(name)) return undefined;
  return { kind: 'name', name, port };
}
