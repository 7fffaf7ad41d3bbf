import type { Place } from '../../../src/continuous-archive/place/place.ts';
import { Ledger } from './ledger.ts';
import { Random } from './random.ts';
import type { ProcessFaults } from './writer-order.ts';

export const PASSPHRASES = [null, 'the first passphrase', 'the second passphrase'] as const;

/** Where the archive of a life is kept. */
export interface RoundsPlace {
  readonly url: string;
  /** Undefined when it is no folder. */
  readonly directory: string | undefined;
  /** The faults that may happen to it while a writer runs. */
  readonly faults: readonly ProcessFaults['place'][];
  /** Does it to the requests; without this, the writer's process does it to its own calls. */
  disturb?(fault: ProcessFaults['place']): void;
  open(): Place;
  /** Removes everything. */
  clear(): Promise<void>;
}

/** One data directory and its archive, over several runs of a writer. */
export interface Life {
  readonly seed: number;
  readonly random: Random;
  readonly dataDir: string;
  readonly ledger: Ledger;
  passphrase: string | null;
  aheadMs: number;
  /** Everything acknowledged before must come back. */
  promisedMs: number;
  /** Its generation has begun, and not everything is in it yet. */
  isBeginning: boolean;
  /** A power cut may have taken packs that waited for the place. */
  hasLostSpool: boolean;
  /** The place has confirmed objects that it does not have: nothing is promised any more, but nothing false may come back. */
  isForgotten: boolean;
  /** Between generations some moments were never archived. */
  readonly gaps: { readonly fromMs: number; toMs: number }[];
}

export function createLife(dataDir: string, seed: number): Life {
  return {
    seed,
    random: new Random(seed),
    dataDir,
    ledger: new Ledger(),
    passphrase: null,
    aheadMs: 0,
    promisedMs: 0,
    isBeginning: true,
    hasLostSpool: false,
    isForgotten: false,
    gaps: [],
  };
}

/** A copy that stays as it is while the life goes on. */
export function copyLife(life: Life): Life {
  return { ...life, ledger: life.ledger.copy(), gaps: life.gaps.map((gap) => ({ ...gap })) };
}

/** Call when the ledger has new reports. `settledMs`: what it said before them. */
export function noteSettled(life: Life, settledMs: number): void {
  const { ledger, gaps } = life;
  if (ledger.settledMs <= settledMs) return;
  life.isBeginning = false;
  life.promisedMs = ledger.settledMs;
  for (const open of gaps) open.toMs = Math.min(open.toMs, ledger.saidMs);
}
