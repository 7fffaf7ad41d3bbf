import { readPack } from '../format/read-pack.ts';
import { DamagedObject, type Sealer } from '../format/sealer.ts';
import type { Place } from '../place/place.ts';
import type { FoundGeneration } from './find-generations.ts';

/** When the last change of a generation was made, as far as its packs can be read. Zero when it has none. */
export async function lastMoment(
  place: Place,
  { images, packs }: FoundGeneration,
  sealer: Sealer | undefined,
): Promise<number> {
  const ofImages = Math.max(0, ...images.map(({ untilMs }) => untilMs));
  if (sealer === undefined) return ofImages;
  for (const { name } of packs.toReversed()) {
    const object = await place.get(name);
    const ofPack = object === undefined ? 0 : lastTime(name, object, sealer);
    if (ofPack > 0) return Math.max(ofImages, ofPack);
  }
  return ofImages;
}

/** Zero for a damaged pack, which the recovery reports. */
function lastTime(name: string, object: Buffer, sealer: Sealer): number {
  let last = 0;
  try {
    for (const entry of readPack(name, sealer.open(name, object))) {
      if (entry.kind === 'commit' || entry.kind === 'drop') last = Math.max(last, entry.timeMs);
    }
  } catch (error) {
    if (!(error instanceof DamagedObject)) throw error;
  }
  return last;
}
