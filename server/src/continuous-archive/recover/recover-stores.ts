import { DatabaseSync } from 'node:sqlite';
import { createLimit } from '../../platform/limit.ts';
import { freeBuffer } from '../format/free-buffer.ts';
import { readPack } from '../format/read-pack.ts';
import { DamagedObject } from '../format/sealer.ts';
import type { StorePaths } from '../store-paths.ts';
import type { FoundGeneration, NamedImage, NamedPack } from './find-generations.ts';
import { OpenStores } from './open-stores.ts';
import { PageBuffers } from './page-buffers.ts';
import { RecoveringStore } from './recovering-store.ts';
import { type OpenedPack, UnlistedPacks } from './unlisted-packs.ts';
import { type ImageSource, openObject, writeImage } from './write-image.ts';

const IMAGES_AT_ONCE = 8;
const PACKS_AHEAD = 4;
/** Each keeps a file open. */
const SYNCS_AT_ONCE = 16;
const INTEGRITY_ROWS = 1;

export interface StoresSource extends ImageSource {
  readonly generation: FoundGeneration;
  readonly paths: StorePaths;
  readonly atMs: number;
}

export interface RecoveredStore {
  readonly store: string;
  /** Undefined: nothing usable was found. */
  readonly timeMs: number | undefined;
  /** Says what is missing; undefined when nothing is. */
  readonly problem: string | undefined;
}

/** Damage of packs, which may have had commits of any store. */
export type PackDamage = ReadonlyMap<string, string>;

export interface RecoveredStores {
  readonly stores: readonly RecoveredStore[];
  readonly damage: PackDamage;
  readonly seen: ReadonlySet<string>;
}

/** The images of each store that a recovery of the moment may start from, best first. */
export function imagesAt(images: readonly NamedImage[], atMs: number): ReadonlyMap<string, readonly NamedImage[]> {
  const fit = images.filter(({ untilMs }) => untilMs <= atMs);
  return Map.groupBy(
    fit.toSorted((a, b) => b.until - a.until || b.untilMs - a.untilMs || (a.run < b.run ? 1 : -1)),
    ({ store }) => store,
  );
}

/** Recovers each store as of its last commit at the moment. Uses an older image when one is unusable. */
export async function recoverStores(source: StoresSource, stores: readonly string[]): Promise<RecoveredStores> {
  const images = imagesAt(source.generation.images, source.atMs);
  const recovered: RecoveredStore[] = [];
  const damage = new Map<string, string>();
  const seen = new Set<string>();
  const buffers = new PageBuffers();
  const syncs: Promise<void>[] = [];
  const startsOf = (store: string, checksCommits: boolean): Start[] =>
    (images.get(store) ?? []).map((image) => ({ image, checksCommits }));
  let left: Attempt[] = stores.map((store) => ({
    store,
    starts: startsOf(store, false),
    isChecked: false,
    problem: undefined,
  }));
  while (left.length > 0) {
    const round = await prepare({ ...source, buffers }, left, recovered);
    for (const [object, reason] of await applyPacks({ ...source, buffers }, round, seen)) damage.set(object, reason);
    left = [];
    for (const { recovering, ...attempt } of round) {
      const { store, starts, problem, isChecked } = attempt;
      const end = recovering.finish();
      const sync = recovering.makeDurable().finally(() => recovering.rest());
      // Awaited later; until then a failure must not count as unhandled.
      sync.catch(() => undefined);
      syncs.push(sync);
      const failure = 'reason' in end && end.kind !== 'cut' ? end.reason : integrityProblem(recovering.path);
      const isWrong = end.kind === 'wrong';
      // When every image fails because of the same change, the store ends before it.
      if (isWrong && !isChecked) starts.push(...startsOf(store, true));
      if (failure !== undefined)
        left.push({ store, starts, problem: problem ?? failure, isChecked: isChecked || isWrong });
      else {
        const own = end.kind === 'cut' ? end.reason : undefined;
        recovered.push({ store, timeMs: recovering.timeMs, problem: own ?? problem });
      }
      if (syncs.length >= SYNCS_AT_ONCE) await Promise.all(syncs.splice(0));
    }
    await Promise.all(syncs.splice(0));
  }
  return { stores: recovered, damage, seen };
}

/** Every store that has commits in the packs. Ignores damage, which the recovery of stores reports. */
export async function storesInPacks(source: StoresSource): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for await (const { name, content } of packsFrom(source, source.generation.packs[0]?.first ?? 1, new Map())) {
    try {
      for (const entry of readPack(name, content)) if (entry.kind === 'store') found.add(entry.part.store);
    } catch (error) {
      if (!(error instanceof DamagedObject)) throw error;
    }
  }
  return found;
}

interface BufferedSource extends StoresSource {
  readonly buffers: PageBuffers;
}

interface Start {
  readonly image: NamedImage;
  readonly checksCommits: boolean;
}

interface Attempt {
  readonly store: string;
  /** Starts that have not been tried yet. */
  readonly starts: Start[];
  /** Whether the starts that check each commit were added. */
  readonly isChecked: boolean;
  readonly problem: string | undefined;
}

async function prepare(
  source: BufferedSource,
  attempts: readonly Attempt[],
  lost: RecoveredStore[],
): Promise<readonly (Attempt & { readonly recovering: RecoveringStore })[]> {
  const limit = createLimit(IMAGES_AT_ONCE);
  const prepared = attempts.map((attempt) =>
    limit(async () => {
      let { problem } = attempt;
      for (let start = attempt.starts.shift(); start !== undefined; start = attempt.starts.shift()) {
        const { image, checksCommits } = start;
        const path = source.paths.store(attempt.store);
        try {
          await writeImage(source, image, path);
          return { ...attempt, problem, recovering: new RecoveringStore(path, image, { ...source, checksCommits }) };
        } catch (error) {
          if (!(error instanceof DamagedObject)) throw error;
          problem ??= error.message;
        }
      }
      const { store } = attempt;
      lost.push({ store, timeMs: undefined, problem: problem ?? 'the archive has no image of it' });
      return undefined;
    }),
  );
  return (await Promise.all(prepared)).filter((each) => each !== undefined);
}

async function applyPacks(
  source: BufferedSource,
  round: readonly { readonly store: string; readonly recovering: RecoveringStore }[],
  seen: Set<string>,
): Promise<PackDamage> {
  const damage = new Map<string, string>();
  if (round.length === 0) return damage;
  const stores = new Map(round.map(({ store, recovering }) => [store, recovering]));
  const first = Math.min(...round.map(({ recovering }) => recovering.image.firstPack));
  const open = new OpenStores(source.buffers);
  for await (const { name, content } of packsFrom(source, first, damage)) {
    try {
      applyPack(name, content, { stores, open, seen });
    } catch (error) {
      if (!(error instanceof DamagedObject)) throw error;
      damage.set(name, error.message);
    }
  }
  return damage;
}

function applyPack(
  name: string,
  content: Buffer,
  {
    stores,
    open,
    seen,
  }: {
    readonly stores: ReadonlyMap<string, RecoveringStore>;
    readonly open: OpenStores;
    readonly seen: Set<string>;
  },
): void {
  let store: RecoveringStore | undefined;
  for (const entry of readPack(name, content)) {
    if (entry.kind === 'store') {
      seen.add(entry.part.store);
      store = stores.get(entry.part.store);
      store?.begin(entry.part, name);
      if (store !== undefined) open.use(store);
    } else if (entry.kind === 'page') store?.page(entry.page, entry.bytes);
    else if (entry.kind === 'change') store?.change(entry.page, entry.change);
    else if (entry.kind === 'gap') store?.gap(entry.timeMs);
    else if (entry.kind === 'commit') {
      store?.commit(entry.pages, entry.timeMs);
      open.limit();
    }
  }
}

/** The content of a pack is gone when the next one is asked for. */
async function* packsFrom(
  source: StoresSource,
  first: number,
  damage: Map<string, string>,
): AsyncGenerator<OpenedPack> {
  const packs = source.generation.packs.filter(({ last }) => last >= first);
  const unlisted = new UnlistedPacks(source, first, damage);
  const fetch = async (pack: NamedPack): Promise<Buffer | DamagedObject> => {
    try {
      return await openObject(source, pack.name);
    } catch (error) {
      if (error instanceof DamagedObject) return error;
      throw error;
    }
  };
  const ahead: Promise<Buffer | DamagedObject>[] = [];
  let next = first;
  for (const [index, pack] of packs.entries()) {
    while (ahead.length < PACKS_AHEAD && index + ahead.length < packs.length) {
      const following = packs[index + ahead.length];
      if (following === undefined) break;
      const fetched = fetch(following);
      fetched.catch(() => undefined);
      ahead.push(fetched);
    }
    yield* unlisted.before(pack, next);
    const content = await ahead.shift();
    next = pack.last + 1;
    if (content instanceof DamagedObject) damage.set(pack.name, content.message);
    else if (content !== undefined) {
      yield { name: pack.name, content };
      freeBuffer(content);
    }
  }
  yield* unlisted.after(next - 1);
}

function integrityProblem(path: string): string | undefined {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    const [row] = db.prepare(`PRAGMA integrity_check(${INTEGRITY_ROWS})`).all();
    const answer = String(row?.['integrity_check']);
    return answer === 'ok' ? undefined : `SQLite finds it damaged: ${answer}`;
  } catch (error) {
    return `SQLite cannot read it: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    db.close();
  }
}
