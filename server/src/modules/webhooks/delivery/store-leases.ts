import type { StoreName } from '../../../database/index.ts';
import { HeldLease, type Lease, type LeaseTerms, SOLE_LEASE } from './lease.ts';
import type { LeaseStore } from './lease-store.ts';

/** Well before the end of a lease, so that one renewal may fail. */
const RENEW_EVERY_MS = 2500;
/** How long idle leases are kept, so that a delivery that comes soon needs no new lease. */
const IDLE_LEASE_MS = 250;

export interface LeaseHolder {
  readonly webhookId: string;
  heldLease(): Lease | undefined;
  holdLease(lease: Lease | undefined): void;
}

export interface StoreLeases {
  /** Takes or renews the holders' leases unless another process holds them. */
  hold(holders: readonly LeaseHolder[]): Promise<void>;
  releaseSoon(): void;
  isReleasing(): boolean;
  close(): { release(): Promise<void> };
}

export const soleLeases: StoreLeases = {
  hold: async (holders) => {
    for (const holder of holders) holder.holdLease(SOLE_LEASE);
  },
  releaseSoon: () => undefined,
  isReleasing: () => false,
  close: () => ({ release: async () => undefined }),
};

export interface SharedLeasesContext {
  readonly store: StoreName;
  readonly leases: LeaseStore;
  readonly terms: LeaseTerms;
  readonly holders: () => Iterable<LeaseHolder>;
  readonly isIdle: () => boolean;
  /** Called when the leases are about to be released, which invalidates the webhooks' state in memory. */
  readonly onRelease: () => void;
  readonly onError: (error: unknown) => void;
}

/** For processes that share a database: only the process that holds a webhook's lease sends its deliveries. */
export function createSharedLeases(context: SharedLeasesContext): StoreLeases {
  const { store, leases, terms, onError } = context;
  let renewing: NodeJS.Timeout | undefined;
  let releasing: NodeJS.Timeout | undefined;
  let isClosed = false;

  const held = (): LeaseHolder[] => [...context.holders()].filter((holder) => holder.heldLease() !== undefined);

  const hold = async (holders: readonly LeaseHolder[]): Promise<void> => {
    const wanted = holders.filter((holder) => holder.heldLease()?.isShort() !== false);
    if (wanted.length === 0) return;
    const askedAt = performance.now();
    const webhookIds = wanted.map(({ webhookId }) => webhookId);
    const taken = new Set(await leases.take(store, webhookIds, terms));
    for (const holder of wanted) {
      const known = holder.heldLease();
      if (!taken.has(holder.webhookId)) holder.holdLease(undefined);
      else if (known === undefined || known.isOver()) holder.holdLease(new HeldLease(terms, askedAt));
      else known.renewed(askedAt);
    }
    if (taken.size > 0 && !isClosed) renewing ??= setInterval(renew, RENEW_EVERY_MS).unref();
  };

  /** Renews the leases while attempts run, because attempts may outlast a lease. */
  const renew = (): void => {
    const holders = held();
    if (holders.length > 0) {
      hold(holders).catch(onError);
      return;
    }
    clearInterval(renewing);
    renewing = undefined;
  };

  const release = async (holders: readonly LeaseHolder[]): Promise<void> => {
    const webhookIds = holders.map(({ webhookId }) => webhookId);
    if (webhookIds.length > 0) await leases.release(store, webhookIds, terms);
  };

  return {
    hold,
    releaseSoon: () => {
      if (isClosed || releasing !== undefined || held().length === 0) return;
      releasing = setTimeout(() => {
        releasing = undefined;
        if (!context.isIdle()) return;
        const holders = held();
        context.onRelease();
        release(holders).catch(onError);
      }, IDLE_LEASE_MS).unref();
    },
    isReleasing: () => releasing !== undefined,
    close: () => {
      isClosed = true;
      clearTimeout(releasing);
      clearInterval(renewing);
      const holders = held();
      return { release: () => release(holders) };
    },
  };
}
