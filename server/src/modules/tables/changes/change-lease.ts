import type { StoreName } from '../../../database/index.ts';
import type { ChangesStore } from './changes-store.ts';

const RENEW_MS = 1_000;
/** Shorter than the lease, so that this process stops before another one continues. */
const LOST_AFTER_MS = 8_000;

export class ChangeStopped extends Error {
  readonly reason: 'cancelled' | 'closing' | 'lost';

  constructor(reason: ChangeStopped['reason']) {
    super(`the work on a change of a table stopped: ${reason}`);
    this.reason = reason;
  }
}

export interface LeasedChange {
  readonly store: StoreName;
  readonly id: string;
  readonly closing: AbortSignal;
}

export interface ChangeLease {
  /** Aborts with `ChangeStopped`. */
  readonly signal: AbortSignal;
  rowsDone: number;
  check(): Promise<void>;
  stop(): void;
}

export function keepLease(changes: ChangesStore, { store, id, closing }: LeasedChange): ChangeLease {
  const controller = new AbortController();
  let renewedAt = performance.now();
  const stop = (reason: ChangeStopped['reason']): void => controller.abort(new ChangeStopped(reason));
  const lease: ChangeLease = {
    signal: controller.signal,
    rowsDone: 0,
    async check() {
      const isKept = await changes.renew(store, id, lease.rowsDone);
      renewedAt = performance.now();
      if (!isKept) stop('lost');
      else if ((await changes.find(store, id))?.state === 'cancelling') stop('cancelled');
    },
    stop() {
      clearInterval(timer);
      closing.removeEventListener('abort', onClosing);
    },
  };
  const renew = (): void => {
    if (performance.now() - renewedAt > LOST_AFTER_MS) stop('lost');
    // When this renewal fails, the next one follows soon.
    lease.check().catch(() => undefined);
  };
  const onClosing = (): void => stop('closing');
  closing.addEventListener('abort', onClosing, { once: true });
  const timer = setInterval(renew, RENEW_MS).unref();
  return lease;
}
