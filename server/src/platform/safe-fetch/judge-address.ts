import { type Address, parseAddress } from './address.ts';
import type { AllowList } from './allow-list.ts';
import { isMetadata, isPublic } from './public-address.ts';

/**
 * The decision about an address: `named` is closed unless an allowed name resolves to it; `never` stays closed for
 * every entry.
 */
export type Verdict = 'open' | 'named' | 'closed' | 'never';

/**
 * Decides whether an address, in any spelling, may be dialled, without side effects. With `isPublicOpen` false, the
 * operator must have opened even public addresses.
 */
export function judgeAddress(text: string, port: number, allowed: AllowList, isPublicOpen = true): Verdict {
  const address: Address | undefined = parseAddress(text);
  if (address === undefined || isMetadata(address)) return 'never';
  if ((isPublicOpen && isPublic(address)) || allowed.opens(address, port)) return 'open';
  return allowed.namesAt(port).length > 0 ? 'named' : 'closed';
}
