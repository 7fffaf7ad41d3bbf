import { createAllowList } from './allow-list.ts';
import { resolveBySystem } from './send.ts';
import { type Resolve, vetHost } from './vet-host.ts';

/** Callers must dial this address, because the name may resolve to another one later. Throws `OutboundError`. */
export type AddressGuard = (host: string, port: number) => Promise<string>;

export function createAddressGuard({
  allow,
  resolve = resolveBySystem,
}: {
  readonly allow: readonly string[];
  readonly resolve?: Resolve;
}): AddressGuard {
  const allowed = createAllowList(allow);
  return async (host, port) => {
    const [first] = await vetHost(host.replace(/^\[(.*)\]$/, '$1'), port, { resolve, allowed, isPublicOpen: true });
    if (first === undefined) throw new Error('A checked host must have an address.');
    return first.address;
  };
}
