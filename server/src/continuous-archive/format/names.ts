/** Names say what a recovery must know before it reads anything; each object's content is bound to its name. */
export const GENERATIONS = 'generations/';

const GENERATION = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/;
const DIGITS = 10;

/** Larger stores are kept in parts of this size, and so are larger files. */
export const IMAGE_PART_BYTES = 4 * 1024 * 1024;
export const FILE_PART_BYTES = 4 * 1024 * 1024;

export function filePartsOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / FILE_PART_BYTES));
}

/** Commits that were archived together. `first` and `last` are equal until packs are merged. */
export interface PackName {
  readonly first: number;
  readonly last: number;
  readonly run: string;
}

/** A store that was deleted then. A recovery of a later moment need not recover it to find out that nothing uses it. */
export interface DroppedName {
  readonly store: string;
  readonly droppedMs: number;
}

/** A copy made while the store was written: with the commits from `from` to `until` it is the store at `untilMs`. */
export interface ImageName {
  readonly store: string;
  readonly untilMs: number;
  readonly from: number;
  readonly until: number;
  /** The first pack that may have commits after `from`. */
  readonly firstPack: number;
  /** 0: the object itself has the pages. */
  readonly parts: number;
  readonly run: string;
}

export function isGeneration(text: string): boolean {
  return GENERATION.test(text);
}

export const objectNames = {
  generation: (generation: string): string => `${GENERATIONS}${generation}/generation.json`,
  stores: (generation: string): string => `${GENERATIONS}${generation}/stores`,
  /** Written when the archive has every store that existed at the beginning. */
  complete: (generation: string): string => `${GENERATIONS}${generation}/complete`,
  masterKey: (generation: string): string => `${GENERATIONS}${generation}/master.key`,
  packs: (generation: string): string => `${GENERATIONS}${generation}/packs/`,
  pack: (generation: string, { first, last, run }: PackName): string =>
    `${GENERATIONS}${generation}/packs/${padded(first)}-${padded(last)}-${run}`,
  /** Says which packs the retention has deleted. */
  deletedPacks: (generation: string): string => `${GENERATIONS}${generation}/deleted-packs`,
  /** Has the name of the run that archives the pack of this number, and is put before the first pack of each run. */
  run: (generation: string, first: number): string => `${GENERATIONS}${generation}/runs/${padded(first)}`,
  dropped: (generation: string, { store, droppedMs }: DroppedName): string =>
    `${GENERATIONS}${generation}/dropped/${store}-${droppedMs}`,
  images: (generation: string): string => `${GENERATIONS}${generation}/images/`,
  image: (generation: string, { store, untilMs, from, until, firstPack, parts, run }: ImageName): string =>
    `${GENERATIONS}${generation}/images/${store}/${[untilMs, from, until, firstPack, parts, run].join('-')}`,
  imageParts: (generation: string, store: string, id: string): string =>
    `${GENERATIONS}${generation}/parts/${store}/${id}/`,
  imagePart: (parts: string, part: number): string => `${parts}${padded(part)}`,
  file: (generation: string, hidden: string, part: number): string =>
    `${GENERATIONS}${generation}/files/${hidden.slice(0, 2)}/${hidden}/${part}`,
} as const;

export function readPackName(name: string): PackName | undefined {
  const [, first, last, run] = /\/packs\/(\d+)-(\d+)-([0-9a-z]+)$/.exec(name) ?? [];
  return run === undefined ? undefined : { first: Number(first), last: Number(last), run };
}

export function readDroppedName(name: string): DroppedName | undefined {
  const [, store, droppedMs] = /\/dropped\/(p_[0-9a-z]{1,60})-(\d+)$/.exec(name) ?? [];
  return store === undefined ? undefined : { store, droppedMs: Number(droppedMs) };
}

export function readImageName(name: string): ImageName | undefined {
  const found = /\/images\/(control|p_[0-9a-z]{1,60})\/(\d+)-(\d+)-(\d+)-(\d+)-(\d+)-([0-9a-z]+)$/.exec(name);
  if (found === null) return undefined;
  const [untilMs = 0, from = 0, until = 0, firstPack = 0, parts = 0] = found.slice(2, 7).map(Number);
  return { store: found[1] ?? '', untilMs, from, until, firstPack, parts, run: found[7] ?? '' };
}

function padded(value: number): string {
  return String(value).padStart(DIGITS, '0');
}
