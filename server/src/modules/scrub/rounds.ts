import type { PlainStep, StoreName } from '../../database/index.ts';
import { isNotApplied } from '../../database/index.ts';
import { isoTime } from '../../platform/clock.ts';
import type { ExpectedBlob } from './expected-blob.ts';
import type { BlobDamage } from './judge-blob.ts';
import { DAMAGE_SUBJECT, type KnownDamage } from './known-damage.ts';
import type { Pace } from './pace.ts';
import { type RoundPlace, readRound } from './read-round.ts';
import type { ScrubOptions } from './scrub-options.ts';
import { LEASE_STEP, type ScrubStore } from './scrub-store.ts';

/** Renewed with every page of blobs, and by timer while a long blob is read. */
const LEASE_MS = 10 * 60_000;
const RENEW_EVERY_MS = 60_000;

export interface RoundsContext extends ScrubOptions {
  readonly store: ScrubStore;
  readonly known: KnownDamage;
  readonly pace: Pace;
  readonly signal: AbortSignal;
}

/** Runs one round or continues an interrupted one. False when another process holds the lease. */
export function createRounds(context: RoundsContext): () => Promise<boolean> {
  const { database, clock, store, onError } = context;
  const owner = context.ids();

  const lease = (): PlainStep => {
    const nowMs = clock.now();
    return store.takeStep({ owner, nowMs, untilMs: nowMs + LEASE_MS });
  };

  const round = async (): Promise<void> => {
    const { place } = await store.round();
    const from = place === '' ? undefined : (JSON.parse(place) as RoundPlace);
    const onPage = async (reached: RoundPlace): Promise<void> => {
      await database.write('control', [lease(), store.placeStep(owner, JSON.stringify(reached))]);
    };
    const onRead = (name: StoreName, blob: ExpectedBlob, damage: BlobDamage | undefined): Promise<void> =>
      recordDamage(context, name, { blob, damage });
    await readRound({ ...context, sources: context.expected(), onRead, onPage }, from);
    if (!context.signal.aborted) await database.write('control', [store.finishStep(owner, clock.now())]);
  };

  return async () => {
    try {
      await database.write('control', [lease()]);
    } catch (error) {
      if (isNotApplied(error, LEASE_STEP)) return false;
      throw error;
    }
    const renewing = setInterval(() => void database.write('control', [lease()]).catch(onError), RENEW_EVERY_MS);
    try {
      await round();
      return true;
    } finally {
      clearInterval(renewing);
      await database.write('control', [store.releaseStep(owner)]);
    }
  };
}

interface ReadBlob {
  readonly blob: ExpectedBlob;
  readonly damage: BlobDamage | undefined;
}

async function recordDamage(context: RoundsContext, name: StoreName, { blob, damage }: ReadBlob): Promise<void> {
  const { database, clock, store, known, feed, audit, logger } = context;
  if ((damage !== undefined) === known.has({ group: name, id: blob.id })) return;
  const projectId = await context.projectId(name);
  if (projectId === undefined) return;
  const damaged = { store: name, id: blob.id };
  await database.write('control', [
    damage === undefined ? store.soundStep(damaged) : store.damageStep(damaged, damage, isoTime(clock.now())),
    audit.step(
      { operator: { kind: 'service' } },
      {
        project: { id: projectId, store: name },
        action: damage === undefined ? 'file.sound' : 'file.damaged',
        target: blob.id,
        ...(damage && { details: { damage } }),
      },
    ),
    ...feed.steps(DAMAGE_SUBJECT),
  ]);
  await known.reload();
  if (damage !== undefined) logger.error({ project: projectId, file: blob.id, damage }, 'A stored file is damaged.');
}
