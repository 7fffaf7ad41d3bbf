import { type PackName, readPackName } from '../format/names.ts';

/** Larger packs stay as they are: reading one costs little more than asking for it. */
const LARGE_BYTES = 1024 * 1024;
/** A merged pack is kept as long as its last commit, so it must not span many days. */
const SPAN_MS_MAX = 24 * 60 * 60 * 1000;
const MERGED_COUNT = 32;
/** Packs of this level stay as they are, so each commit is copied three times at most. */
export const LEVEL_MAX = 3;

export interface StoredPack extends PackName {
  readonly name: string;
  readonly bytes: number;
  readonly lastMs: number;
  readonly level: number;
}

export interface PackMerge {
  readonly packs: readonly StoredPack[];
  readonly level: number;
}

export function choosePacks(packs: readonly StoredPack[]): PackMerge | undefined {
  const groups = groupsOf(packs);
  const last = groups.at(-1);
  for (const group of groups) {
    // No pack will be added to the end of a group that others follow.
    const isEnded = group !== last || packs.at(-1) !== group.at(-1);
    const merge = isEnded ? wholeOf(group) : mergeWithin(group);
    if (merge !== undefined) return merge;
  }
  return undefined;
}

function groupsOf(packs: readonly StoredPack[]): readonly (readonly StoredPack[])[] {
  const groups: StoredPack[][] = [];
  let group: StoredPack[] = [];
  for (const pack of packs) {
    const [first, last] = [group[0], group.at(-1)];
    const isNeighbour = last?.last === pack.first - 1 && last.run === pack.run;
    const isNear = pack.lastMs - (first?.lastMs ?? 0) <= SPAN_MS_MAX;
    if (!isNeighbour || !isNear) group = [];
    if (pack.level >= LEVEL_MAX || pack.bytes >= LARGE_BYTES) {
      group = [];
      continue;
    }
    if (group.length === 0) groups.push(group);
    group.push(pack);
  }
  return groups;
}

function wholeOf(group: readonly StoredPack[]): PackMerge | undefined {
  const packs = takeUntilLarge(group);
  return packs.length > 1 ? { packs, level: LEVEL_MAX } : undefined;
}

function mergeWithin(group: readonly StoredPack[]): PackMerge | undefined {
  for (let from = 0; from < group.length; ) {
    const level = group[from]?.level ?? 0;
    const end = group.findIndex((pack, index) => index > from && pack.level !== level);
    const alike = group.slice(from, end < 0 ? undefined : end);
    const packs = takeUntilLarge(alike).slice(0, MERGED_COUNT);
    const isEnough = packs.length === MERGED_COUNT || bytesOf(packs) >= LARGE_BYTES;
    if (isEnough && packs.length > 1) return { packs, level: level + 1 };
    from += alike.length;
  }
  return undefined;
}

function takeUntilLarge(packs: readonly StoredPack[]): readonly StoredPack[] {
  let bytes = 0;
  const end = packs.findIndex((pack) => {
    bytes += pack.bytes;
    return bytes >= LARGE_BYTES;
  });
  return end < 0 ? packs : packs.slice(0, end + 1);
}

function bytesOf(packs: readonly StoredPack[]): number {
  return packs.reduce((sum, { bytes }) => sum + bytes, 0);
}

export function readStoredPack(row: Record<string, unknown>): StoredPack {
  const name = String(row['name']);
  const read = readPackName(name);
  if (read === undefined) throw new Error(`${name} is no pack`);
  return { ...read, name, bytes: Number(row['bytes']), lastMs: Number(row['last_ms']), level: Number(row['level']) };
}
