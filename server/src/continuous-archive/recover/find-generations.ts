import { type Generation, readGeneration } from '../format/generation.ts';
import {
  GENERATIONS,
  type ImageName,
  isGeneration,
  objectNames,
  type PackName,
  readDroppedName,
  readImageName,
  readPackName,
} from '../format/names.ts';
import { DamagedObject } from '../format/sealer.ts';
import type { Place } from '../place/place.ts';

export interface NamedImage extends ImageName {
  readonly name: string;
}

export interface NamedPack extends PackName {
  readonly name: string;
}

/** A generation, as far as the names of its objects describe it. */
export interface FoundGeneration {
  readonly id: string;
  readonly images: readonly NamedImage[];
  /** In order, without those that a later run has replaced. */
  readonly packs: readonly NamedPack[];
  readonly bytes: number;
  /** False if stores that existed when the generation began may be missing. */
  readonly isComplete: boolean;
  /** When each deleted store was deleted. */
  readonly dropped: ReadonlyMap<string, number>;
}

interface CountedGeneration {
  readonly images: NamedImage[];
  readonly packs: NamedPack[];
  readonly dropped: Map<string, number>;
  bytes: number;
  isComplete: boolean;
}

function emptyGeneration(): CountedGeneration {
  return { images: [], packs: [], dropped: new Map(), bytes: 0, isComplete: false };
}

export async function findGenerations(place: Place): Promise<readonly FoundGeneration[]> {
  const generations = new Map<string, CountedGeneration>();
  for await (const { name, bytes } of place.list(GENERATIONS)) {
    const id = name.slice(GENERATIONS.length).split('/')[0] ?? '';
    if (!isGeneration(id)) continue;
    const known = generations.get(id) ?? emptyGeneration();
    generations.set(id, known);
    known.bytes += bytes;
    known.isComplete ||= name === objectNames.complete(id);
    const [image, pack, dropped] = [readImageName(name), readPackName(name), readDroppedName(name)];
    if (image !== undefined) known.images.push({ ...image, name });
    if (dropped !== undefined) known.dropped.set(dropped.store, dropped.droppedMs);
    if (pack !== undefined) known.packs.push({ ...pack, name });
  }
  return [...generations]
    .map(([id, found]) => ({ ...found, id, packs: inOrder(found.packs) }))
    .sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** Throws `DamagedObject`, also when the object that describes the generation is missing. */
export async function describeGeneration(place: Place, id: string): Promise<Generation> {
  const name = objectNames.generation(id);
  const bytes = await place.get(name);
  if (bytes === undefined) throw new DamagedObject(name, 'it is missing');
  const generation = readGeneration(name, bytes);
  if (generation.id !== id) throw new DamagedObject(name, 'it describes another generation');
  return generation;
}

/** A run after a power cut may archive commits again: its packs replace the earlier ones, as merged packs do. */
export function inOrder(packs: readonly NamedPack[]): readonly NamedPack[] {
  const runs = [...Map.groupBy(packs, ({ run }) => run)].sort(([a], [b]) => (a < b ? 1 : -1));
  const kept: NamedPack[] = [];
  let end = Number.POSITIVE_INFINITY;
  for (const [, ofRun] of runs) {
    const wanted = ofRun.filter(({ first }) => first < end);
    kept.push(...withoutCovered(wanted));
    end = Math.min(end, ...ofRun.map(({ first }) => first));
  }
  return kept.sort((a, b) => a.first - b.first);
}

function withoutCovered(packs: readonly NamedPack[]): readonly NamedPack[] {
  const kept: NamedPack[] = [];
  let last = 0;
  for (const pack of packs.toSorted((a, b) => a.first - b.first || b.last - a.last)) {
    if (pack.last <= last) continue;
    kept.push(pack);
    last = pack.last;
  }
  return kept;
}
