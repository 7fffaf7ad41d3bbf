import type { Sealer } from '../src/continuous-archive/format/sealer.ts';
import type { Place } from '../src/continuous-archive/place/place.ts';
import { findGenerations } from '../src/continuous-archive/recover/find-generations.ts';
import { ObjectOpener } from '../src/continuous-archive/recover/object-opener.ts';
import { type RecoveredStores, recoverStores } from '../src/continuous-archive/recover/recover-stores.ts';
import { createStorePaths } from '../src/continuous-archive/store-paths.ts';

interface NewestOptions {
  readonly place: Place;
  readonly sealer: Sealer;
  /** The data folder that the stores are written to. */
  readonly into: string;
  readonly atMs?: number;
}

/** Recovers stores from the newest generation of a place. */
export async function recoverNewest(
  { place, sealer, into, atMs = Number.POSITIVE_INFINITY }: NewestOptions,
  stores: readonly string[],
): Promise<RecoveredStores> {
  const [generation] = await findGenerations(place);
  if (generation === undefined) throw new Error('there is no generation');
  const opener = new ObjectOpener(sealer);
  const paths = createStorePaths(into);
  try {
    return await recoverStores({ generation, paths, atMs, place, sealer, opener, onBytes: () => undefined }, stores);
  } finally {
    await opener.close();
  }
}
