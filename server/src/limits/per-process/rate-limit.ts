import type { Clock } from '../../platform/clock.ts';
import type { Quota } from '../quota.ts';

const WINDOW_MS = 10_000;
const SLOTS = 21;
const GENERATION_MAX = 25_000;

interface RateLimitOptions {
  readonly windowMs?: number;
  readonly processes?: () => number;
}

interface Counts {
  readonly slots: number[];
  newestSlot: number;
  total: number;
}

/** A sliding window that moves in twentieths: never grants more than `limit`, frees capacity a twentieth too late. */
export class RateLimit {
  readonly #limit: number;
  readonly #clock: Clock;
  readonly #slotMs: number;
  readonly #processes: () => number;
  #recent = new Map<string, Counts>();
  #older = new Map<string, Counts>();

  constructor(limit: number, clock: Clock, { windowMs = WINDOW_MS, processes = () => 1 }: RateLimitOptions = {}) {
    this.#limit = limit;
    this.#clock = clock;
    this.#processes = processes;
    this.#slotMs = windowMs / (SLOTS - 1);
  }

  /** `whole` overrides the limit. An amount above this process's share passes when nothing else was counted. */
  take(key: string, amount: number, whole = this.#limit): Quota {
    const limit = Math.ceil(whole / this.#processes());
    const slot = Math.floor(this.#clock.now() / this.#slotMs);
    const counts = this.#countsOf(key, slot);
    const isGranted = counts.total + amount <= limit || (counts.total === 0 && amount <= whole);
    if (isGranted) {
      const at = counts.newestSlot % SLOTS;
      counts.slots[at] = (counts.slots[at] ?? 0) + amount;
      counts.total += amount;
    }
    const remaining = Math.max(0, limit - counts.total);
    const wanted = isGranted ? 1 : Math.min(amount, limit);
    const resetSeconds = this.#secondsUntilFree(counts, counts.total + wanted - limit);
    return { limit, remaining, isGranted, resetSeconds };
  }

  #countsOf(key: string, slot: number): Counts {
    let counts = this.#recent.get(key);
    if (counts === undefined) {
      counts = this.#older.get(key) ?? { slots: new Array<number>(SLOTS).fill(0), newestSlot: slot, total: 0 };
      if (this.#recent.size >= GENERATION_MAX) {
        this.#older = this.#recent;
        this.#recent = new Map();
      }
      this.#recent.set(key, counts);
    }
    forgetOld(counts, slot);
    return counts;
  }

  #secondsUntilFree(counts: Counts, tooMany: number): number {
    let missing = Math.max(1, tooMany);
    for (let age = SLOTS - 1; age >= 0; age -= 1) {
      const slot = counts.newestSlot - age;
      missing -= counts.slots[((slot % SLOTS) + SLOTS) % SLOTS] ?? 0;
      if (missing <= 0) return Math.max(1, Math.ceil(((slot + SLOTS) * this.#slotMs - this.#clock.now()) / 1000));
    }
    return (this.#slotMs * (SLOTS - 1)) / 1000;
  }
}

function forgetOld(counts: Counts, slot: number): void {
  // A clock that was set back must not free anything early.
  if (slot <= counts.newestSlot) return;
  const steps = Math.min(SLOTS, slot - counts.newestSlot);
  for (let step = 1; step <= steps; step += 1) {
    const at = (slot - steps + step) % SLOTS;
    counts.total -= counts.slots[at] ?? 0;
    counts.slots[at] = 0;
  }
  counts.newestSlot = slot;
}
