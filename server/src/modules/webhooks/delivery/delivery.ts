import type { Database, StoreName } from '../../../database/index.ts';
import { createDueStores, type Jobs } from '../../../jobs/index.ts';
import type { Mail } from '../../../mail/index.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { SafeSend } from '../../../platform/safe-fetch/index.ts';
import { createCleanUp } from './clean-up.ts';
import { createDeliveryStates, type DeliveryStates } from './delivery-states.ts';
import { createDeliveryStore } from './delivery-store.ts';
import { FAILURES_MAX } from './failure-streak.ts';
import { createFetchedDeliveries, type FetchedDeliveries } from './fetched-deliveries.ts';
import { createPollingFinder, createStartupFinder } from './find-work.ts';
import { createLeaseStore } from './lease-store.ts';
import { type AttemptContext, makeAttempt } from './make-attempt.ts';
import { createOwnerMail, type OwnerMailOptions } from './owner-mail.ts';
import type { RequestLoad } from './pace.ts';
import { createResultStore, type FinishedAttempt } from './result-store.ts';
import { createSenders } from './senders.ts';
import { createShares } from './shares.ts';
import { createSigningKeys } from './sign.ts';
import { createSharedLeases, soleLeases } from './store-leases.ts';
import type { SenderContext } from './store-sender.ts';

const SHARES = { all: 512, each: 64 };
/** How long the deliveries of a process that died wait until another process takes them over. */
const LEASE_MS = 9000;

export interface Delivery extends Omit<DeliveryStates, 'attemptedStep' | 'skipSomeStep'> {
  /** Call before a write that may add a delivery. Resolves when the note that the store has work is durable. */
  markPending(store: StoreName): undefined | Promise<void>;
  wake(store: StoreName): void;
  /** Invalidates the webhook's state in memory, after it was changed, enabled, disabled or deleted. */
  reload(store: StoreName): void;
  forget(store: StoreName): Promise<void>;
  readonly fetched: FetchedDeliveries;
  start(): void;
  /** Gives running attempts a short time to finish. */
  stop(): Promise<void>;
  runUntilIdle(): Promise<void>;
}

export interface DeliveryOptions extends Omit<OwnerMailOptions, 'jobs' | 'mail'> {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly logger: Logger;
  readonly masterKey: Uint8Array;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly send: SafeSend;
  readonly callFunction: AttemptContext['callFunction'];
  readonly countDelivery: SenderContext['countDelivery'];
  /** Waits before the retries, in milliseconds. */
  readonly retryMs: readonly number[];
  readonly timeoutMs: number;
  /** Load by requests of callers; see `pace.ts`. */
  readonly requests: () => RequestLoad;
  /** Whether other processes may send deliveries of the same database. */
  readonly isShared: boolean;
}

export function createDelivery(options: DeliveryOptions): Delivery {
  const { database, clock, ids, logger, isShared } = options;
  const dueStores = createDueStores({ database, clock, ids, table: 'webhook_work', isShared });
  const cleanUp = createCleanUp(options);
  const onError = (error: unknown): void => {
    logger.warn({ err: { message: String(error) } }, 'The stores with due deliveries could not be read.');
  };
  const states = createDeliveryStates(database);
  const context = createSenderContext(options, states, (store) => void cleanUp.ensure(store)?.catch(onError));
  const createFinder = isShared ? createPollingFinder : createStartupFinder;
  const senders = createSenders({ context, dueStores, createFinder, onError });
  return {
    ...states,
    fetched: createFetchedDeliveries({ ...context, keys: createSigningKeys(options.masterKey) }),
    markPending: (store) => dueStores.note(store, clock.now()),
    wake: (store) => senders.wake(store),
    reload: (store) => {
      senders.of(store)?.markStale();
      senders.wake(store);
    },
    forget: async (store) => {
      await senders.drop(store);
      cleanUp.forget(store);
      await dueStores.drop(store);
    },
    start: senders.start,
    stop: senders.stop,
    runUntilIdle: senders.runUntilIdle,
  };
}

function createSenderContext(
  options: DeliveryOptions,
  states: DeliveryStates,
  onWebhooks: SenderContext['onWebhooks'],
): SenderContext {
  const { database, clock, logger, send, callFunction, retryMs, timeoutMs, countDelivery, requests } = options;
  const results = createResultStore(database, states);
  const mailLater = createOwnerMail(options);
  const attemptContext = { send, callFunction, clock, timeoutMs, keys: createSigningKeys(options.masterKey) };
  return {
    database,
    clock,
    logger,
    retryMs,
    countDelivery,
    onWebhooks,
    states,
    results,
    deliveries: createDeliveryStore(database),
    shares: createShares({ ...SHARES, requests }),
    attempt: (order) => makeAttempt(attemptContext, order),
    switchOffSteps: async (store, webhookId, last) => [
      results.disableStep(webhookId, reasonOf(last), isoTime(clock.now())),
      states.skipSomeStep(webhookId),
      await mailLater(store, webhookId),
    ],
    createLeases: leasesOf(options),
  };
}

function leasesOf({ database, ids, isShared }: DeliveryOptions): SenderContext['createLeases'] {
  if (!isShared) return () => soleLeases;
  const leases = createLeaseStore(database);
  const terms = { owner: ids(), leaseMs: LEASE_MS };
  return (context) => createSharedLeases({ ...context, leases, terms });
}

function reasonOf({ outcome }: FinishedAttempt): string {
  return `${FAILURES_MAX} attempts failed in a row, the last one with ${outcome.errorClass}.`;
}
