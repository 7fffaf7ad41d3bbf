import type { Clock } from '../../platform/clock.ts';
import type { Quota } from '../quota.ts';

const WINDOW_MS = 10_000;
/** One more than the window has, because its oldest slot may end within the window. */
const SLOTS = 21;
const GENERATION_MAX = 25_000;

interface RateLimitOptions {
  readonly windowMs?: number;
  readonly processes?: () => number;
}

interface Counts {
  readonly slots: number[];
  /** How long after the start of each slot its last hit was, in milliseconds. */
  readonly lastHits: number[];
  newestSlot: number;
  total: number;
}

/** A sliding window that moves in twentieths: hits of one twentieth are freed together, when the last is as old as the window. */
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
    const now = this.#clock.now();
    const counts = this.#countsOf(key, now);
    const isGranted = counts.total + amount <= limit || (counts.total === 0 && amount <= whole);
    if (isGranted) {
      const at = counts.newestSlot % SLOTS;
      counts.slots[at] = (counts.slots[at] ?? 0) + amount;
      counts.lastHits[at] = now - counts.newestSlot * this.#slotMs;
      counts.total += amount;
    }
    const remaining = Math.max(0, limit - counts.total);
    const wanted = isGranted ? 1 : Math.min(amount, limit);
    const resetSeconds = this.#secondsUntilFree(counts, counts.total + wanted - limit, now);
    return { limit, remaining, isGranted, resetSeconds };
  }

  #countsOf(key: string, now: number): Counts {
    let counts = this.#recent.get(key);
    if (counts === undefined) {
      counts = this.#older.get(key) ?? noCounts();
      if (this.#recent.size >= GENERATION_MAX) {
        this.#older = this.#recent;
        this.#recent = new Map();
      }
      this.#recent.set(key, counts);
    }
    this.#advance(counts, now);
    return counts;
  }

  #advance(counts: Counts, now: number): void {
    const slot = Math.floor(now / this.#slotMs);
    if (slot > counts.newestSlot) forgetSlots(counts, slot);
    // After a clock was set back, all hits count as now: this frees none early and holds none longer than the window.
    else if (slot < counts.newestSlot) restart(counts, slot, now - slot * this.#slotMs);
    const oldest = slot - (SLOTS - 1);
    if (this.#freedAt(counts, oldest) <= now) forget(counts, indexOf(oldest));
  }

  #freedAt({ lastHits }: Counts, slot: number): number {
    return (slot + SLOTS - 1) * this.#slotMs + (lastHits[indexOf(slot)] ?? 0);
  }

  #secondsUntilFree(counts: Counts, tooMany: number, now: number): number {
    let missing = Math.max(1, tooMany);
    for (let age = SLOTS - 1; age >= 0; age -= 1) {
      const slot = counts.newestSlot - age;
      missing -= counts.slots[indexOf(slot)] ?? 0;
      if (missing <= 0) return Math.max(1, Math.ceil((this.#freedAt(counts, slot) - now) / 1000));
    }
    return (this.#slotMs * (SLOTS - 1)) / 1000;
  }
}

function noCounts(): Counts {
  return {
    slots: new Array<number>(SLOTS).fill(0),
    lastHits: new Array<number>(SLOTS).fill(0),
    newestSlot: 0,
    total: 0,
  };
}

function indexOf(slot: number): number {
  return ((slot % SLOTS) + SLOTS) % SLOTS;
}

/** Forgets the slots that are at least a slot older than the window. */
function forgetSlots(counts: Counts, slot: number): void {
  const steps = Math.min(SLOTS, slot - counts.newestSlot);
  for (let step = 1; step <= steps; step += 1) forget(counts, indexOf(slot - steps + step));
  counts.newestSlot = slot;
}

function restart(counts: Counts, slot: number, lastHit: number): void {
  counts.slots.fill(0);
  counts.slots[indexOf(slot)] = counts.total;
  counts.lastHits[indexOf(slot)] = lastHit;
  counts.newestSlot = slot;
}

function forget(counts: Counts, index: number): void {
  counts.total -= counts.slots[index] ?? 0;
  counts.slots[index] = 0;
}
