import { randomInt } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LongestWait, RecoveryChecks } from './check-recoveries.ts';
import { cutPower } from './cut-power.ts';
import { chance, createLife, type Life, oneOf, PASSPHRASES, type RoundsPlace } from './life.ts';
import type { OpenedRoundsPlace } from './rounds-places.ts';
import { type RanWriter, runWriter } from './run-writer.ts';
import type { ProcessFaults } from './writer-order.ts';

const HOUR_MS = 60 * 60 * 1000;
const RUNS_OF_A_LIFE = 8;
const RUN_MS_MAX = 2_400;
const CHANGES_MAX = 260;
const ENDS = ['kill', 'kill', 'change', 'change', 'power', 'stop'] as const;

export interface RoundsReport {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly recoveries: number;
  /** Rounds by what was done to the writer and the place. */
  readonly kinds: Readonly<Record<string, number>>;
  /** After each kill with a sound place. */
  readonly waits: readonly LongestWait[];
  readonly problems: readonly string[];
}

interface Round {
  readonly end: (typeof ENDS)[number];
  readonly place: ProcessFaults['place'];
  readonly isNewGeneration: boolean;
  /** Hours have passed since the last run, so objects may be too old to keep. */
  readonly isAged: boolean;
}

/** Ends a writer again and again, and compares recoveries with what it had acknowledged. */
export async function killRounds(rounds: number, opening: Promise<OpenedRoundsPlace>): Promise<RoundsReport> {
  const place = await opening;
  const root = await mkdtemp(join(tmpdir(), 'archive-kills-'));
  try {
    return await new KillRounds(root, place).run(rounds);
  } finally {
    await place[Symbol.asyncDispose]();
    await rm(root, { recursive: true, force: true });
  }
}

class KillRounds {
  readonly #root: string;
  readonly #place: RoundsPlace;
  readonly #checks: RecoveryChecks;
  readonly #kinds = new Map<string, number>();
  readonly #problems: string[] = [];

  constructor(root: string, place: RoundsPlace) {
    this.#root = root;
    this.#place = place;
    this.#checks = new RecoveryChecks(root, place);
  }

  async run(rounds: number): Promise<RoundsReport> {
    let acknowledged = 0;
    for (let round = 0; round < rounds; ) {
      const life = createLife(join(this.#root, 'data'));
      await rm(life.dataDir, { recursive: true, force: true });
      await this.#place.clear();
      await mkdir(life.dataDir);
      for (let run = 0; run < RUNS_OF_A_LIFE && round < rounds; run += 1, round += 1) {
        await this.#runOne(life, createRound(this.#place, run));
      }
      acknowledged += life.ledger.acknowledged;
    }
    return {
      rounds,
      acknowledged,
      recoveries: this.#checks.count,
      kinds: Object.fromEntries([...this.#kinds].sort()),
      waits: this.#checks.waits,
      problems: this.#problems,
    };
  }

  async #runOne(life: Life, round: Round): Promise<void> {
    const { ledger } = life;
    if (round.isNewGeneration) {
      life.passphrase = oneOf(PASSPHRASES.filter((each) => each !== life.passphrase));
      life.isBeginning = true;
    }
    // Commits that wait for the place when the generation or the power ends are archived later, without their moments.
    const gap = { fromMs: life.promisedMs, toMs: Number.POSITIVE_INFINITY };
    if (round.isNewGeneration) life.gaps.push(gap);
    if (round.isAged) life.aheadMs += randomInt(14 * HOUR_MS);
    const settledMs = ledger.settledMs;
    ledger.beginRun();
    this.#place.disturb?.(round.place);
    const ran = await this.#write(life, round);
    this.#place.disturb?.('sound');
    if (round.end === 'power') cutPower(life.dataDir);
    life.hasLostSpool ||= round.end === 'power';
    life.isForgotten ||= round.place === 'lying';
    if (ledger.settledMs > settledMs) {
      life.isBeginning = false;
      life.promisedMs = ledger.settledMs;
      for (const open of life.gaps) open.toMs = Math.min(open.toMs, ledger.saidMs);
    }
    // Only what the service says after the cut ends this gap.
    if (round.end === 'power') life.gaps.push({ ...gap, toMs: Number.POSITIVE_INFINITY });
    const isSound = round.place === 'sound' && !life.isForgotten && !life.isBeginning;
    const name = nameOf(round);
    this.#kinds.set(name, (this.#kinds.get(name) ?? 0) + 1);
    const problems = [
      ...ledger.problems.splice(0),
      ...(await this.#checks.check(life, isSound ? ran.readyMs : undefined)),
    ];
    this.#problems.push(...problems.map((problem) => `${name}: ${problem}`));
    if (problems.length > 0) await this.#keep();
  }

  /** With `ARCHIVE_KEEP`, folders of rounds with problems are copied there. */
  async #keep(): Promise<void> {
    const kept = process.env['ARCHIVE_KEEP'];
    if (kept === undefined) return;
    const folder = await mkdtemp(join(kept, 'round-'));
    await cp(this.#root, join(folder, 'root'), { recursive: true });
    if (this.#place.url.startsWith('file:'))
      await cp(new URL(this.#place.url), join(folder, 'place'), { recursive: true });
    await writeFile(join(folder, 'problems.json'), JSON.stringify(this.#problems, undefined, 2));
  }

  #write(life: Life, { end, place, isAged }: Round): Promise<RanWriter> {
    const { dataDir, passphrase, aheadMs, ledger } = life;
    const isProcessFaulty = this.#place.disturb === undefined;
    return runWriter(
      {
        order: { dataDir, placeUrl: this.#place.url, passphrase, settles: chance(0.5), replaces: chance(0.3) },
        faults: {
          killAt: end === 'change' ? 1 + randomInt(CHANGES_MAX) : null,
          aheadMs,
          isHurried: isAged || chance(0.3),
          place: isProcessFaulty ? place : 'sound',
        },
        endAfterMs: randomInt(RUN_MS_MAX),
        signal: end === 'stop' ? 'SIGTERM' : 'SIGKILL',
      },
      ledger,
    );
  }
}

function createRound(place: RoundsPlace, run: number): Round {
  return {
    end: oneOf(ENDS),
    place: oneOf(place.faults),
    isNewGeneration: run > 0 && chance(0.15),
    isAged: run > 0 && chance(0.3),
  };
}

function nameOf({ end, place, isNewGeneration, isAged }: Round): string {
  return [end, place, ...(isNewGeneration ? ['new generation'] : []), ...(isAged ? ['aged'] : [])].join(', ');
}
