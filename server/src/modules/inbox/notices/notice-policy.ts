import type { MailHour, WaitingNotice } from '../notices-store.ts';

export const HOUR_MS = 60 * 60_000;
/** After so many mails in an hour the rest comes as one. */
export const MAILS_MAX = 10;

/** Plan for the messages that wait. */
export interface NoticePlan {
  /** How many of them, from the oldest, are taken: each in a mail of its own, or all of them in one. */
  readonly taken: number;
  readonly asDigest: boolean;
  /** The hour as it becomes. */
  readonly hour: MailHour;
  /** When to look again at what stays waiting; undefined when that is known already, or nothing stays. */
  readonly lookAgainAtMs: number | undefined;
}

/**
 * The first ten messages of an hour are mailed at once, each alone; what comes after them waits for the end of the hour
 * and is mailed together. So there are never more than ten mails within an hour, and no message is left out.
 * `waiting`: at most what one digest takes, oldest first; `isAll`: there are no more.
 */
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
  if (taken === waiting) return { taken, asDigest: false, hour: { ...hour, mails }, lookAgainAtMs: undefined };
  const digestAtMs = hour.startedAtMs + HOUR_MS;
  const lookAgainAtMs = hour.digestAtMs === null ? digestAtMs : undefined;
  return { taken, asDigest: false, hour: { ...hour, mails, digestAtMs }, lookAgainAtMs };
}

/** The digest is the first mail of the next hour. */
function planDigest(waiting: number, { nowMs, isAll }: { nowMs: number; isAll: boolean }): NoticePlan {
  const hour = { startedAtMs: nowMs, mails: 1, digestAtMs: null };
  return { taken: waiting, asDigest: true, hour, lookAgainAtMs: isAll ? undefined : nowMs };
}
