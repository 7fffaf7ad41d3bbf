import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from '../../../src/continuous-archive/place/place.ts';
import { type RecoverReport, recover } from '../../../src/continuous-archive/recover/recover.ts';
import { readMark } from '../../../src/continuous-archive/recover/recovery-mark.ts';
import { UnusableArchive } from '../../../src/continuous-archive/recover/wrong-use.ts';
import { ARCHIVE_RECOVERY } from '../../engines/service-bundle.ts';
import { OBJECT_KINDS, withoutLast } from './faulty-reading.ts';
import { type Life, PASSPHRASES } from './life.ts';
import { programOf } from './program-of.ts';
import { type ProcessFaults, SECONDS } from './writer-order.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KILL_CHANGES_MAX = 30;
const FAULTS = ['lost', 'unlisted'] as const;
/** After the promised time a pack may still be on its way, which takes as long as some writes. With a load of 35 on two cores it took nine. */
const WRITES_TO_ARCHIVE = 10;
const WRITE_MS_MIN = 50;

/** How long lost rows had waited, beside what the service and the machine did. All in milliseconds. */
export interface LongestWait {
  /** The wait of the oldest acknowledged row that the kill has lost; 0 when it has lost none. */
  readonly waitMs: number;
  /** The longest lag that the service showed. */
  readonly lagMs: number;
  /** The slowest acknowledged write. */
  readonly slowestMs: number;
}

export interface CheckedPlace {
  /** When the last writer became ready, if its place was sound. */
  readonly readyMs: number | undefined;
  readonly open: () => Place;
  /** The place's folder, if recoveries of it may be killed. */
  readonly directory: string | undefined;
}

/** Recovers the archive of a life in several ways, and compares each result with the ledger. */
export class RecoveryChecks {
  readonly #root: string;
  readonly waits: LongestWait[] = [];
  count = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** Returns what is wrong in the recovered folders. */
  async check(life: Life, { readyMs, open, directory }: CheckedPlace): Promise<readonly string[]> {
    const place = open();
    try {
      const last = await this.#inFolder((dataDir) =>
        this.#checkOne(life, place, { dataDir, atMs: undefined, readyMs }),
      );
      const atMs = life.random.chance(0.5) ? momentOf(life) : undefined;
      const earlier =
        atMs === undefined
          ? []
          : await this.#inFolder((dataDir) => this.#checkOne(life, place, { dataDir, atMs, readyMs: undefined }));
      const faulty = life.random.chance(0.3)
        ? await this.#inFolder((dataDir) => this.#checkFaulty(life, place, { dataDir, directory }))
        : [];
      return [...last, ...earlier, ...faulty];
    } finally {
      await place.close();
    }
  }

  async #checkOne(
    life: Life,
    place: Place,
    {
      dataDir,
      atMs,
      readyMs,
    }: { readonly dataDir: string; readonly atMs: number | undefined; readonly readyMs: number | undefined },
  ): Promise<readonly string[]> {
    const moment = atMs ?? Number.POSITIVE_INFINITY;
    const gap = life.gaps.find(({ fromMs, toMs }) => atMs !== undefined && atMs >= fromMs && atMs < toMs);
    const promisedMs = life.isForgotten ? 0 : Math.min(gap?.fromMs ?? moment, moment, life.promisedMs);
    const report = await this.#recover(life, place, { dataDir, atMs });
    if (report === undefined)
      return life.ledger.isEmptyAt(promisedMs) ? [] : [`nothing could be recovered at ${moment}`];
    const { missing } = report;
    const isLossy = life.isForgotten;
    const problems = [...life.ledger.audit(dataDir, { atMs: moment, promisedMs, missing, isLossy })];
    if (readyMs !== undefined) problems.push(...this.#checkWait(life, dataDir, readyMs));
    const unexpected = life.isForgotten
      ? []
      : missing.filter((text) => !isExpected(life, text, { atMs: moment, promisedMs }));
    return [...problems, ...unexpected].map((text) => `${text} (at ${moment})`);
  }

  /** With a sound place, a row must not wait for the archive for longer than the promise, and what the machine adds. */
  #checkWait({ ledger }: Life, dataDir: string, readyMs: number): readonly string[] {
    const { longestLagMs: lagMs, slowestMs } = ledger;
    const waitMs = Math.max(0, ledger.longestWaitMs(dataDir, readyMs) - ledger.haltedMs);
    this.waits.push({ waitMs, lagMs, slowestMs });
    const allowedMs = SECONDS * 1000 + WRITES_TO_ARCHIVE * Math.max(slowestMs, WRITE_MS_MIN);
    return waitMs <= allowedMs ? [] : [`a row was lost that had waited for ${waitMs} ms, more than ${allowedMs}`];
  }

  /** The last objects are gone or not listed, or the recovery is killed and repeated: it must not give anything false. */
  async #checkFaulty(
    life: Life,
    place: Place,
    { dataDir, directory }: { readonly dataDir: string; readonly directory: string | undefined },
  ): Promise<readonly string[]> {
    const { random } = life;
    const fault = random.oneOf([...FAULTS, ...(directory === undefined ? [] : (['killed'] as const))]);
    const kind = random.oneOf(OBJECT_KINDS);
    if (fault === 'killed' && directory !== undefined) await this.#killRecovery(life, directory, dataDir);
    const reading = fault === 'killed' ? place : await withoutLast(place, { kind, count: 1 + random.below(2), fault });
    const report = await this.#recover(life, reading, { dataDir, atMs: undefined });
    if (report === undefined) return [];
    const { missing } = report;
    const isLost = life.isForgotten || fault === 'lost' || missing.length > 0;
    const promisedMs = isLost ? 0 : life.promisedMs;
    const isLossy = life.isForgotten || fault === 'lost';
    const found = life.ledger.audit(dataDir, { atMs: Number.POSITIVE_INFINITY, promisedMs, missing, isLossy });
    return found.map((text) => `${text} (${fault} ${kind})`);
  }

  async #killRecovery(life: Life, directory: string, dataDir: string): Promise<void> {
    const order = { directory, dataDir, passphrase: life.passphrase };
    const killAt = 1 + life.random.below(KILL_CHANGES_MAX);
    const faults: ProcessFaults = { killAt, aheadMs: 0, isHurried: false, place: 'sound' };
    const { args, env } = await programOf(ARCHIVE_RECOVERY, { order, faults });
    const recovery = spawn(process.execPath, args, { env, stdio: 'ignore' });
    const [, signal] = await once(recovery, 'exit');
    if (signal === null) await rm(dataDir, { recursive: true });
    else if (existsSync(join(dataDir, 'control.db')) && readMark(dataDir)?.state !== 'running') {
      throw new Error('a recovery was killed, and its folder does not say so');
    }
  }

  /** Undefined when there is nothing to recover, and the recovery says so. */
  async #recover(
    life: Life,
    place: Place,
    { dataDir, atMs }: { readonly dataDir: string; readonly atMs: number | undefined },
  ): Promise<RecoverReport | undefined> {
    this.count += 1;
    const base = { place, dataDir, atMs, projects: [], generation: undefined, onProgress: () => undefined };
    for (const passphrase of [life.passphrase, ...PASSPHRASES]) {
      try {
        return await recover({ ...base, passphrase: passphrase ?? undefined });
      } catch (error) {
        if (
          error instanceof UnusableArchive ||
          /no archive at this place|has only begun|nothing at this moment/.test(String(error))
        )
          return undefined;
        if (!/passphrase/.test(String(error))) throw error;
      }
    }
    throw new Error('no passphrase opens the archive');
  }

  async #inFolder<Value>(work: (dataDir: string) => Promise<Value>): Promise<Value> {
    const path = await mkdtemp(join(this.#root, 'recovered-'));
    try {
      return await work(path);
    } finally {
      await rm(path, { recursive: true, force: true });
    }
  }
}

/**
 * A recovery names packs that a power cut took, even when images made up for them, images that need such a pack, and
 * the end of an earlier generation.
 */
function isExpected(
  { ledger, hasLostSpool }: Life,
  text: string,
  moment: { readonly atMs: number; readonly promisedMs: number },
): boolean {
  if (
    hasLostSpool &&
    /^Commits may be missing|its commits (before|in) .* are missing|the commits of its image are not all there/.test(
      text,
    )
  )
    return true;
  // The rows that an earlier generation must have are checked all the same.
  if (/^Changes after .* ends there, and is used because/.test(text)) return true;
  return ledger.isYoung(text, moment);
}

/** A moment between the first one of the archive and the last one that is promised; undefined when there is none. */
function momentOf({ ledger, promisedMs, aheadMs, random }: Life): number | undefined {
  const fromMs = Math.ceil(Math.max(ledger.firstMs, Date.now() + aheadMs - DAY_MS));
  const moments = Math.floor(promisedMs) - fromMs;
  return moments > 0 ? fromMs + random.below(moments) : undefined;
}
