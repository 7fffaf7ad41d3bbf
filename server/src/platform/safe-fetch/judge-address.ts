import { type Address, parseAddress } from './address.ts';
import type { AllowList } from './allow-list.ts';
import { isMetadata, isPublic } from './public-address.ts';

/** `named`: closed unless an allowed name resolves to it. `never`: stays closed for every entry. */
export type Verdict = 'open' | 'named' | 'closed' | 'never';

/** Judges an address in any spelling. `isPublicOpen` false: even public addresses need an entry. */
export function judgeAddress(text: string, port: number, allowed: AllowList, isPublicOpen = true): Verdict {
  const address: Address | undefined = parseAddress(text);
  if (address === undefined || isMetadata(address)) return 'never';
  if ((isPublicOpen && isPublic(address)) || allowed.opens(address, port)) return 'open';
  return allowed.namesAt(port).length > 0 ? 'named' : 'closed';
}
