import type { LookupAddress } from 'node:dns';
import { parseAddress } from './address.ts';
import type { AllowList } from './allow-list.ts';
import { judgeAddress } from './judge-address.ts';
import { blockedAddress, OutboundError } from './outbound-error.ts';

export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

export interface HostPolicy {
  readonly resolve: Resolve;
  readonly allowed: AllowList;
  /** False: only addresses that the operator has opened may be dialled. */
  readonly isPublicOpen: boolean;
}

/** Only addresses checked here are dialled: later DNS answers do not count. Throws `dns_error`, `blocked_address`. */
export async function vetHost(host: string, port: number, vetting: HostPolicy): Promise<readonly LookupAddress[]> {
  const literal = parseAddress(host);
  const found = literal === undefined ? await resolveName(host, vetting.resolve) : [lookupOf(literal)];
  const vetted: LookupAddress[] = [];
  for (const answer of found) if (await mayDial(answer.address, port, vetting)) vetted.push(answer);
  if (vetted.length === 0) throw blockedAddress(host);
  return vetted;
}

async function mayDial(
  address: string,
  port: number,
  { resolve, allowed, isPublicOpen }: HostPolicy,
): Promise<boolean> {
  const verdict = judgeAddress(address, port, allowed, isPublicOpen);
  if (verdict !== 'named') return verdict === 'open';
  const wanted = parseAddress(address)?.text;
  for (const name of allowed.namesAt(port)) {
    const opened = await resolve(name).catch(() => []);
    if (opened.some((answer) => parseAddress(answer.address)?.text === wanted)) return true;
  }
  return false;
}

async function resolveName(name: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  try {
    return await resolve(name);
  } catch (error) {
    throw new OutboundError('dns_error', `The name ${name} could not be resolved.`, error);
  }
}

function lookupOf({ family, text }: { readonly family: 'ipv4' | 'ipv6'; readonly text: string }): LookupAddress {
  return { address: text, family: family === 'ipv4' ? 4 : 6 };
}
