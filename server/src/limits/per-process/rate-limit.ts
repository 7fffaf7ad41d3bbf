import type { Clock } from '../../platform/clock.ts';
import type { Quota } from '../quota.ts';

const WINDOW_MS = 10_000;
const TWENTIETHS = 20;
const GENERATION_MAX = 25_000;

interface RateLimitOptions {
  readonly windowMs?: number;
  readonly processes?: () => number;
}

/** The hits of one twentieth of the window. */
interface Hits {
  amount: number;
  lastAt: number;
}

interface Counts {
  /** Oldest first, at most one more than the window has twentieths. */
  hits: Hits[];
  total: number;
}

/** A sliding window that moves in twentieths: hits of one twentieth are freed together, when the last is as old as the window. */
export class RateLimit {
  readonly #limit: number;
  readonly #clock: Clock;
  readonly #windowMs: number;
  readonly #processes: () => number;
  #recent = new Map<string, Counts>();
  #older = new Map<string, Counts>();

  constructor(limit: number, clock: Clock, { windowMs = WINDOW_MS, processes = () => 1 }: RateLimitOptions = {}) {
    this.#limit = limit;
    this.#clock = clock;
    this.#processes = processes;
    this.#windowMs = windowMs;
  }

  /** `whole` overrides the limit. An amount above this process's share passes when nothing else was counted. */
  take(key: string, amount: number, whole = this.#limit): Quota {
    const limit = Math.ceil(whole / this.#processes());
    const now = this.#clock.now();
    const counts = this.#countsOf(key, now);
    const isGranted = counts.total + amount <= limit || (counts.total === 0 && amount <= whole);
    if (isGranted) {
      this.#add(counts, amount, now);
    }
    const remaining = Math.max(0, limit - counts.total);
    const wanted = isGranted ? 1 : Math.min(amount, limit);
    const resetSeconds = this.#secondsUntilFree(counts, counts.total + wanted - limit, now);
    return { limit, remaining, isGranted, resetSeconds };
  }

  #countsOf(key: string, now: number): Counts {
    let counts = this.#recent.get(key);
    if (counts === undefined) {
      counts = this.#older.get(key) ?? { hits: [], total: 0 };
      if (this.#recent.size >= GENERATION_MAX) {
        this.#older = this.#recent;
        this.#recent = new Map();
      }
      this.#recent.set(key, counts);
    }
    const newest = counts.hits.at(-1);
    // After a clock was set back, all hits count as now: this frees none early and holds none longer than the window.
    if (newest !== undefined && newest.lastAt > now) counts.hits = [{ amount: counts.total, lastAt: now }];
    this.#forgetOld(counts, now);
    return counts;
  }

  #add(counts: Counts, amount: number, now: number): void {
    counts.total += amount;
    const newest = counts.hits.at(-1);
    if (newest === undefined) counts.hits = [{ amount, lastAt: now }];
    else if (this.#twentieth(newest.lastAt) < this.#twentieth(now)) counts.hits.push({ amount, lastAt: now });
    else {
      newest.amount += amount;
      newest.lastAt = now;
    }
  }

  #forgetOld(counts: Counts, now: number): void {
    for (let [oldest] = counts.hits; oldest !== undefined && this.#freedAt(oldest) <= now; [oldest] = counts.hits) {
      counts.total -= oldest.amount;
      counts.hits.shift();
    }
  }

  #twentieth(time: number): number {
    return Math.floor((time * TWENTIETHS) / this.#windowMs);
  }

  #freedAt({ lastAt }: Hits): number {
    return lastAt + this.#windowMs;
  }

  #secondsUntilFree({ hits }: Counts, tooMany: number, now: number): number {
    let missing = Math.max(1, tooMany);
    for (const hit of hits) {
      missing -= hit.amount;
      if (missing <= 0) return Math.max(1, Math.ceil((this.#freedAt(hit) - now) / 1000));
    }
    return this.#windowMs / 1000;
  }
}
