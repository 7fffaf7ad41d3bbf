import { readCompletion } from '../format/completion.ts';
import type { Generation } from '../format/generation.ts';
import { openGeneration, WrongPassphrase } from '../format/generation.ts';
import { objectNames } from '../format/names.ts';
import { DamagedObject, type Sealer } from '../format/sealer.ts';
import type { Place } from '../place/place.ts';
import { describeGeneration, type FoundGeneration, findGenerations } from './find-generations.ts';
import { lastMoment } from './last-moment.ts';
import { imagesAt } from './recover-stores.ts';
import { WrongUse } from './wrong-use.ts';

/** The name of a generation has the second of its beginning. */
const ID_PRECISION_MS = 1000;

export interface WantedGeneration {
  readonly atMs: number;
  readonly passphrase: string | undefined;
  /** Undefined: the best one. */
  readonly id: string | undefined;
}

export interface OpenedGeneration {
  readonly found: FoundGeneration;
  readonly generation: Generation;
  readonly sealer: Sealer;
  /** Say which newer generations can be had instead, and why they are not used. */
  readonly notes: readonly string[];
  /** Say which changes the generation lacks. */
  readonly missing: readonly string[];
}

export interface UnusableGeneration {
  readonly id: string;
  readonly problem: string;
}

/** Yields the generations that have the moment, best first. Throws `WrongUse` when there is none, `WrongPassphrase`. */
export async function* chooseGenerations(
  place: Place,
  { atMs, passphrase, id }: WantedGeneration,
): AsyncGenerator<OpenedGeneration | UnusableGeneration> {
  const candidates = await findCandidates(place, atMs, id);
  const having = candidates.filter(({ images }) => imagesAt(images, atMs).has('control'));
  const newest = having[0]?.id ?? '';
  const damaged = candidates.filter((each) => each.isComplete && each.id > newest && !hasControl(each));
  if (having.length === 0 && damaged.length === 0) throw new WrongUse(nothingAt(candidates));
  for (const each of damaged) {
    yield { id: each.id, problem: `Generation ${each.id} has lost the images of its control store.` };
  }
  const best = [...having.filter(({ isWhole }) => isWhole), ...having.filter(({ isWhole }) => !isWhole)];
  for (const found of best) {
    const newer = found.isWhole ? having.filter((each) => !each.isWhole && each.id > found.id) : [];
    try {
      const generation = await describeGeneration(place, found.id);
      const sealer = await open(generation, { passphrase, newer });
      const notes = [found.doubt, ...newer.map(newerNote)].filter((note) => note !== undefined);
      yield { found, generation, sealer, notes, missing: await missingChanges(place, found, { sealer, newer }) };
    } catch (error) {
      if (!(error instanceof DamagedObject)) throw error;
      yield { id: found.id, problem: error.message };
    }
  }
}

/** A newer generation may have another passphrase, if the passphrase changed just before the disk was lost. */
async function open(
  generation: Generation,
  { passphrase, newer }: Pick<WantedGeneration, 'passphrase'> & { readonly newer: readonly Candidate[] },
): Promise<Sealer> {
  try {
    return await openGeneration(generation, passphrase);
  } catch (error) {
    const [newest] = newer;
    if (!(error instanceof WrongPassphrase) || newest === undefined) throw error;
    throw new WrongPassphrase(
      `${error.message} This is of generation ${generation.id}, the last complete one; --generation ${newest.id} takes a newer one that had only begun.`,
    );
  }
}

interface Candidate extends FoundGeneration {
  /** At the moment it had every store of its beginning. */
  readonly isWhole: boolean;
  /** Says why this cannot be told; it then counts as not whole. */
  readonly doubt: string | undefined;
}

function newerNote({ id, doubt }: Candidate): string {
  const reason = doubt ?? `Generation ${id} is newer, but had only begun: not every store was in it.`;
  return `${reason} It can be had by --generation.`;
}

/** An earlier generation usually ends when the next one begins, but archiving may have been off between them. */
async function missingChanges(
  place: Place,
  found: FoundGeneration,
  { sealer, newer }: { readonly sealer: Sealer; readonly newer: readonly Candidate[] },
): Promise<readonly string[]> {
  if (newer.length === 0) return [];
  const endMs = await lastMoment(place, found, sealer);
  const later = newer.filter((each) => endMs < begunMs(each) + ID_PRECISION_MS).map(({ id }) => id);
  return later.length === 0
    ? []
    : [
        `Changes after ${iso(endMs)}: generation ${found.id} ends there, and is used because ${later.join(', ')} did not have every store yet.`,
      ];
}

async function findCandidates(place: Place, atMs: number, id: string | undefined): Promise<readonly Candidate[]> {
  const all = await findGenerations(place);
  if (all.length === 0) throw new WrongUse('There is no archive at this place.');
  const candidates = id === undefined ? all : all.filter((each) => each.id === id);
  if (candidates.length === 0) throw new WrongUse(`There is no generation ${id} at this place; see --list.`);
  const begun = candidates.filter((each) => begunMs(each) <= atMs);
  if (begun.length === 0) throw new WrongUse(nothingAt(candidates));
  return await Promise.all(begun.map((found, index) => judge(place, found, { atMs, isNewest: index === 0 })));
}

async function judge(
  place: Place,
  found: FoundGeneration,
  { atMs, isNewest }: { readonly atMs: number; readonly isNewest: boolean },
): Promise<Candidate> {
  const { id, isComplete: isListed } = found;
  // The list may be older than the object.
  const isNeeded = isListed ? atMs !== Number.POSITIVE_INFINITY : isNewest;
  const name = objectNames.complete(id);
  try {
    const completion = isNeeded ? await place.get(name) : undefined;
    const isComplete = isListed || completion !== undefined;
    const fromMs = completion === undefined ? undefined : readCompletion(completion);
    const isWhole = isComplete && (fromMs ?? Number.NEGATIVE_INFINITY) <= atMs;
    return { ...found, isComplete, isWhole, doubt: undefined };
  } catch (error) {
    // When the place cannot be reached, the recovery fails with the next object.
    const doubt = `It cannot be told whether generation ${id} had every store at this moment: ${name} cannot be read (${String(error)}).`;
    return { ...found, isWhole: false, doubt };
  }
}

function hasControl({ images }: FoundGeneration): boolean {
  return images.some(({ store }) => store === 'control');
}

/** The name of a generation begins with its time, such as 20260501T093000Z. */
function begunMs({ id }: FoundGeneration): number {
  const [, date = '', time = ''] = /^(\d{8})T(\d{6})Z/.exec(id) ?? [];
  return Date.parse(`${date.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`);
}

function nothingAt(candidates: readonly FoundGeneration[]): string {
  const images = candidates.flatMap((each) => each.images).filter(({ store }) => store === 'control');
  const firstMs = Math.min(...images.map(({ untilMs }) => untilMs));
  return Number.isFinite(firstMs)
    ? `The archive has nothing at this moment. Its first moment is ${iso(firstMs)}.`
    : 'The archive has only begun: it has no moment yet.';
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
