import { type Address, parseAddress } from './address.ts';
import type { AllowList } from './allow-list.ts';
import { isMetadata, isPublic } from './public-address.ts';

/**
 * Verdict on an address: `named` is closed, but may be what an opened name stands for; `never` stays closed whatever is
 * opened.
 */
export type Verdict = 'open' | 'named' | 'closed' | 'never';

/**
 * Decides about the address that would be dialled, in whatever spelling it comes. Touches nothing. `isPublicOpen`:
 * false when even a public address must have been opened by name.
 */
export function judgeAddress(text: string, port: number, allowed: AllowList, isPublicOpen = true): Verdict {
  const address: Address | undefined = parseAddress(text);
  if (address === undefined || isMetadata(address)) return 'never';
  if ((isPublicOpen && isPublic(address)) || allowed.opens(address, port)) return 'open';
  return allowed.namesAt(port).length > 0 ? 'named' : 'closed';
}
