import type { Caller, Project } from '../../callers/index.ts';
import type { Database, StoreName } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import type { ServiceError } from '../../platform/errors.ts';
import { limitKey } from '../limit-key.ts';
import { type Quota, rateLimited } from '../quota.ts';
import type { Hit, HitLog, Window } from './hit-log.ts';
import { createMemoryHitLog } from './memory-hit-log.ts';
import type { RouteLimits, RouteRate, Sender } from './route-limits.ts';
import { createSharedHitLog } from './shared-hit-log.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const PER_CALLER: Readonly<Record<RouteRate, Window>> = {
  login: { max: 10, windowMs: MINUTE_MS },
  signup: { max: 10, windowMs: HOUR_MS },
  mail: { max: 30, windowMs: 10 * MINUTE_MS },
  invoke: { max: 60, windowMs: MINUTE_MS },
};
/** Counted per network, or per browser in which the user has signed in before. */
const FAILURES_NEARBY: Window = { max: 10, windowMs: 15 * MINUTE_MS };
const FAILURES_PER_ADDRESS: Window = { max: 100, windowMs: HOUR_MS };
const MAILS_PER_ADDRESS: readonly Window[] = [
  { max: 1, windowMs: MINUTE_MS },
  { max: 5, windowMs: HOUR_MS },
];
const MAILS_PER_PROJECT: Window = { max: 100, windowMs: HOUR_MS };
const MESSAGES_PER_CALLER: Window = { max: 60, windowMs: 10 * MINUTE_MS };
const WELCOME_MESSAGES: Window = { max: 5, windowMs: 10 * MINUTE_MS };

export interface LimitedCall {
  readonly project: Project;
  readonly caller: Caller;
  readonly ip: string;
  showQuota(quota: Quota): void;
}

/** Slows down guessing, mass sign-ups, mail to strangers and anything that costs money, for each project. */
export interface ExactLimits {
  readonly routes: RouteLimits;
  /**
   * Counts a failure BEFORE the password is checked, so that concurrent guesses count too; the result takes it back.
   * Throws `rate_limited`, also for unknown accounts. A known `device` counts apart, so strangers cannot lock its user
   * out.
   */
  countFailure(call: LimitedCall, email: string, device?: string): Promise<() => Promise<void>>;
  /** As `countFailure`, across all networks: only a caller who has the password can lock the user out this way. */
  countCode(call: LimitedCall, userId: string, device?: string): Promise<() => Promise<void>>;
  /** False after one mail in the last minute or five in the last hour; then the caller must not send it. */
  mayMail(project: { readonly store: StoreName }, kind: string, email: string): Promise<boolean>;
  /** Counts a mail sent for a project, whatever its kind. A mail that is not granted waits. */
  takeMail(store: StoreName): Promise<Hit>;
  readonly messages: MessageLimits;
  readonly calls: PaidCallLimits;
}

export interface MessageLimits {
  /** Counts a request to leave a message. The caller refuses what is not granted. */
  take(from: Sender): Promise<Quota>;
  /** Counts a stored message. Returns false when the caller has sent so many that this one looks like spam. */
  isWelcome(from: Sender): Promise<boolean>;
}

export interface PaidCallLimits {
  /** Counts `weight` of `max` calls in an hour, all of it or nothing. The caller refuses what is not granted. */
  take(from: Sender & { readonly kind: string }, max: number, weight?: number): Promise<Quota>;
}

export interface ExactLimitsOptions {
  readonly clock: Clock;
  readonly isOn: boolean;
  /** Present when other processes may serve the same projects; all of them count together in the database. */
  readonly shared?: SharedLimits | undefined;
}

interface SharedLimits {
  readonly database: Database;
  readonly ids: () => string;
  readonly onError: (error: unknown) => void;
}

export function createExactLimits({ clock, isOn, shared }: ExactLimitsOptions): ExactLimits {
  const log = shared ? createSharedHitLog({ ...shared, clock }) : createMemoryHitLog(clock);
  return isOn ? limitsWith(log) : UNLIMITED;
}

function limitsWith(log: HitLog): ExactLimits {
  return {
    routes: {
      take: (rate, { store, caller }) => log.take(`${rate} ${store} ${caller}`, PER_CALLER[rate]),
    },
    async countFailure(call, email, device) {
      const { project, caller } = call;
      if (caller.kind === 'secret') return nothing;
      const account = `failure ${project.store} ${keyOf(email)}`;
      const nearby = await log.take(`${account} ${device ?? limitKey(call.ip)}`, FAILURES_NEARBY);
      if (!nearby.isGranted) throw refused(call, nearby);
      if (device !== undefined) return nearby.takeBack;
      const everywhere = await log.take(account, FAILURES_PER_ADDRESS);
      if (!everywhere.isGranted) throw refused(call, everywhere);
      return async () => {
        await nearby.takeBack();
        await everywhere.takeBack();
      };
    },
    async countCode(call, userId, device = '') {
      const quota = await log.take(`code ${call.project.store} ${userId} ${device}`, FAILURES_NEARBY);
      if (!quota.isGranted) throw refused(call, quota);
      return quota.takeBack;
    },
    async mayMail({ store }, kind, email) {
      for (const window of MAILS_PER_ADDRESS) {
        const hit = await log.take(`mail:${kind}:${window.max} ${store} ${keyOf(email)}`, window);
        if (!hit.isGranted) return false;
      }
      return true;
    },
    takeMail: (store) => log.take(`mails ${store}`, MAILS_PER_PROJECT),
    messages: {
      take: ({ store, caller }) => log.take(`message ${store} ${caller}`, MESSAGES_PER_CALLER),
      isWelcome: async ({ store, caller }) =>
        (await log.take(`message:welcome ${store} ${caller}`, WELCOME_MESSAGES)).isGranted,
    },
    calls: {
      take: ({ store, kind, caller }, max, weight = 1) =>
        takeAll(log, `call:${kind} ${store} ${caller}`, { window: { max, windowMs: HOUR_MS }, weight }),
    },
  };
}

async function takeAll(
  log: HitLog,
  key: string,
  { window, weight }: { readonly window: Window; readonly weight: number },
): Promise<Quota> {
  const taken: Hit[] = [];
  let quota = await log.take(key, window);
  while (quota.isGranted && taken.push(quota) < weight) quota = await log.take(key, window);
  if (quota.isGranted) return quota;
  for (const hit of taken) await hit.takeBack();
  return { ...quota, remaining: taken.length };
}

function refused(call: LimitedCall, quota: Quota): ServiceError {
  call.showQuota(quota);
  return rateLimited(quota);
}

/** A hash has one length, however long the address, and keeps the addresses themselves out of the log. */
function keyOf(email: string): string {
  return sha256Hex(email);
}

const GRANTED: Quota = { limit: 1, remaining: 1, resetSeconds: 1, isGranted: true };

const UNLIMITED: ExactLimits = {
  routes: { take: () => GRANTED },
  countFailure: async () => nothing,
  countCode: async () => nothing,
  mayMail: async () => true,
  takeMail: async () => ({ ...GRANTED, takeBack: nothing }),
  messages: { take: async () => GRANTED, isWelcome: async () => true },
  calls: { take: async () => GRANTED },
};

async function nothing(): Promise<void> {}
