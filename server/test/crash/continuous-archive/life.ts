import type { Place } from '../../../src/continuous-archive/place/place.ts';
import { Ledger } from './ledger.ts';
import { Random } from './random.ts';
import type { ProcessFaults } from './writer-order.ts';

export const PASSPHRASES = [null, 'the first passphrase', 'the second passphrase'] as const;

/** Where the archive of a life is kept. */
export interface RoundsPlace {
  readonly url: string;
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
