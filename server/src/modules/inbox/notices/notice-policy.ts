import type { MailHour, WaitingNotice } from '../notices-store.ts';

export const HOUR_MS = 60 * 60_000;
/** Above this number in an hour, the remaining messages go out as one mail. */
export const MAILS_MAX = 10;

export interface NoticePlan {
  /** Number of messages that are taken, oldest first: each in its own mail, or all in one. */
  readonly taken: number;
  readonly asDigest: boolean;
  readonly hour: MailHour;
  /** When to check the remaining messages; undefined when a check is already planned or none remain. */
  readonly checkAgainAtMs: number | undefined;
}

/** Plans at most ten mails an hour; later messages share one. `waiting`: at most one digest, oldest first. */
export function planNotices(hour: MailHour, waiting: readonly WaitingNotice[], at: { nowMs: number; isAll: boolean }) {
  const isPresent = at.nowMs >= hour.startedAtMs && at.nowMs < hour.startedAtMs + HOUR_MS;
  if (isPresent) return planHour(hour, waiting.length);
  const { digestAtMs } = hour;
  const wasHeldBack = digestAtMs !== null && waiting.some(({ sinceMs }) => sinceMs < digestAtMs);
  if (wasHeldBack) return planDigest(waiting.length, at);
  return planHour({ startedAtMs: at.nowMs, mails: 0, digestAtMs: null }, waiting.length);
}

function planHour(hour: MailHour, waiting: number): NoticePlan {
  const taken = Math.min(waiting, Math.max(0, MAILS_MAX - hour.mails));
  const mails = hour.mails + taken;
  if (taken === waiting) return { taken, asDigest: false, hour: { ...hour, mails }, checkAgainAtMs: undefined };
  const digestAtMs = hour.startedAtMs + HOUR_MS;
  const checkAgainAtMs = hour.digestAtMs === null ? digestAtMs : undefined;
  return { taken, asDigest: false, hour: { ...hour, mails, digestAtMs }, checkAgainAtMs };
}

function planDigest(waiting: number, { nowMs, isAll }: { nowMs: number; isAll: boolean }): NoticePlan {
  const hour = { startedAtMs: nowMs, mails: 1, digestAtMs: null };
  return { taken: waiting, asDigest: true, hour, checkAgainAtMs: isAll ? undefined : nowMs };
}
