import { randomInt } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderPlace } from '../../../src/continuous-archive/place/folder-place.ts';
import type { Place } from '../../../src/continuous-archive/place/place.ts';
import { type LongestWait, RecoveryChecks } from './check-recoveries.ts';
import { cutPower } from './cut-power.ts';
import { copyLife, createLife, type Life, noteSettled, PASSPHRASES, type RoundsPlace } from './life.ts';
import { linkFolder } from './link-folder.ts';
import type { Random } from './random.ts';
import type { OpenedRoundsPlace } from './rounds-places.ts';
import { type RunMoment, runWriter } from './run-writer.ts';
import type { ProcessFaults } from './writer-order.ts';

const SEEDS = 1_000_000_000;
const HOUR_MS = 60 * 60 * 1000;
const RUNS_OF_A_LIFE = 8;
const RUN_ROWS_MAX = 400;
const AFTER_MS_MAX = 250;
const CHANGES_MAX = 260;
const ENDS = ['kill', 'kill', 'change', 'change', 'power', 'stop'] as const;

export interface RoundsReport {
  readonly seed: number;
  readonly rounds: number;
  readonly acknowledged: number;
  /** Moments of running writers at which the machine was lost with its disk: only the place was left. */
  readonly losses: number;
  readonly recoveries: number;
  /** Rounds by what was done to the writer and the place. */
  readonly kinds: Readonly<Record<string, number>>;
  /** After each kill with a sound place. */
  readonly waits: readonly LongestWait[];
  readonly problems: readonly string[];
}

interface LostMachine {
  readonly directory: string;
  readonly life: Life;
  readonly readyMs: number | undefined;
}

interface Round {
  readonly end: (typeof ENDS)[number];
  readonly place: ProcessFaults['place'];
  readonly isNewGeneration: boolean;
  /** Hours have passed since the last run, so objects may be too old to keep. */
  readonly isAged: boolean;
}

export interface RoundsOptions {
  /** The first life has this seed, and each further one the next number. */
  readonly seed?: number;
  /** A round mostly waits, so several lives run at once, each with a place of its own. */
  readonly lanes?: number;
  /** At so many moments of a run its place is copied, and the copies are recovered. Only folders are. */
  readonly lossesOfRun?: number;
}

/** Ends writers again and again, and compares recoveries with what they had acknowledged. */
export async function killRounds(
  rounds: number,
  openPlace: () => Promise<OpenedRoundsPlace>,
  { seed = randomInt(SEEDS), lanes = 1, lossesOfRun = 0 }: RoundsOptions = {},
): Promise<RoundsReport> {
  const total = new RoundsTotal({ rounds, seed, lossesOfRun });
  const runLane = async (): Promise<void> => {
    const place = await openPlace();
    const root = await mkdtemp(join(tmpdir(), 'archive-kills-'));
    try {
      await new KillRounds(root, place, total).run();
    } finally {
      await place[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return total.report();
}

/** Counts the rounds and problems of all lanes. */
class RoundsTotal {
  readonly #rounds: number;
  readonly #seed: number;
  #begun = 0;
  #lives = 0;
  readonly #kinds = new Map<string, number>();
  readonly problems: string[] = [];
  readonly waits: LongestWait[] = [];
  acknowledged = 0;
  recoveries = 0;

  losses = 0;
  readonly lossesOfRun: number;

  constructor({ rounds, seed, lossesOfRun }: { readonly rounds: number } & Required<Omit<RoundsOptions, 'lanes'>>) {
    this.#rounds = rounds;
    this.#seed = seed;
    this.lossesOfRun = lossesOfRun;
  }

  get isDone(): boolean {
    return this.#begun >= this.#rounds;
  }

  nextSeed(): number {
    this.#lives += 1;
    return this.#seed + this.#lives - 1;
  }

  beginRound(): void {
    this.#begun += 1;
  }

  count(name: string): void {
    this.#kinds.set(name, (this.#kinds.get(name) ?? 0) + 1);
  }

  report(): RoundsReport {
    const { acknowledged, losses, recoveries, waits, problems } = this;
    const kinds = Object.fromEntries([...this.#kinds].sort());
    return { seed: this.#seed, rounds: this.#begun, acknowledged, losses, recoveries, kinds, waits, problems };
  }
}

class KillRounds {
  readonly #root: string;
  readonly #place: RoundsPlace;
  readonly #total: RoundsTotal;
  readonly #checks: RecoveryChecks;

  constructor(root: string, place: RoundsPlace, total: RoundsTotal) {
    this.#root = root;
    this.#place = place;
    this.#total = total;
    this.#checks = new RecoveryChecks(root);
  }

  async run(): Promise<void> {
    const total = this.#total;
    while (!total.isDone) {
      const life = createLife(join(this.#root, 'data'), total.nextSeed());
      await rm(life.dataDir, { recursive: true, force: true });
      await this.#place.clear();
      await mkdir(life.dataDir);
      for (let run = 0; run < RUNS_OF_A_LIFE && !total.isDone; run += 1) {
        total.beginRound();
        await this.#runOne(life, createRound(this.#place, run, life.random));
      }
      total.acknowledged += life.ledger.acknowledged;
    }
    total.recoveries += this.#checks.count;
    total.waits.push(...this.#checks.waits);
  }

  async #runOne(life: Life, round: Round): Promise<void> {
    const { ledger, random } = life;
    if (round.isNewGeneration) {
      life.passphrase = random.oneOf(PASSPHRASES.filter((each) => each !== life.passphrase));
      life.isBeginning = true;
    }
    // Commits that wait for the place when the generation or the power ends are archived later, without their moments.
    const gap = { fromMs: life.promisedMs, toMs: Number.POSITIVE_INFINITY };
    if (round.isNewGeneration) life.gaps.push(gap);
    if (round.isAged) life.aheadMs += random.below(14 * HOUR_MS);
    const settledMs = ledger.settledMs;
    ledger.beginRun();
    this.#place.disturb?.(round.place);
    life.isForgotten ||= round.place === 'lying';
    const lost: LostMachine[] = [];
    const readyMs = await this.#write(life, round, (atMs) =>
      lost.push(this.#loseMachine(life, round, atMs, settledMs)),
    );
    this.#place.disturb?.('sound');
    if (round.end === 'power') cutPower(life.dataDir, random);
    life.hasLostSpool ||= round.end === 'power';
    noteSettled(life, settledMs);
    // Only what the service says after the cut ends this gap.
    if (round.end === 'power') life.gaps.push({ ...gap, toMs: Number.POSITIVE_INFINITY });
    const name = nameOf(round);
    this.#total.count(name);
    const problems = [
      ...ledger.problems.splice(0),
      ...(await this.#checks.check(life, { ...this.#place, readyMs: isSound(life, round) ? readyMs : undefined })),
    ];
    for (const each of lost) problems.push(...(await this.#checkLost(each)));
    this.#total.problems.push(...problems.map((problem) => `${life.seed}, ${name}: ${problem}`));
    this.#record({
      seed: life.seed,
      name,
      acknowledged: ledger.acknowledged,
      losses: lost.length,
      recoveries: this.#checks.count,
      problems,
    });
    if (problems.length > 0) await this.#keep();
    for (const { directory } of lost) await rm(directory, { recursive: true });
  }

  /** Copies the place as it is. */
  #loseMachine(life: Life, round: Round, readyMs: number, settledMs: number): LostMachine {
    const directory = join(this.#root, `lost-${this.#total.losses}`);
    this.#total.losses += 1;
    linkFolder(this.#place.directory ?? '', directory);
    const copy = copyLife(life);
    noteSettled(copy, settledMs);
    return { directory, life: copy, readyMs: isSound(copy, round) ? readyMs : undefined };
  }

  async #checkLost({ directory, life, readyMs }: LostMachine): Promise<readonly string[]> {
    const open = (): Place => createFolderPlace(directory);
    const problems = await this.#checks.check(life, { readyMs, open, directory: undefined });
    return problems.map((problem) => `${problem} (${directory})`);
  }

  /** With `ARCHIVE_LOG`, each round adds a line to this file. Rows are counted since the life began, recoveries since the lane did. */
  #record(round: object): void {
    const log = process.env['ARCHIVE_LOG'];
    if (log !== undefined) appendFileSync(log, `${JSON.stringify({ lane: this.#root, ...round })}\n`);
  }

  /** With `ARCHIVE_KEEP`, folders of rounds with problems are copied there. */
  async #keep(): Promise<void> {
    const kept = process.env['ARCHIVE_KEEP'];
    if (kept === undefined) return;
    const folder = await mkdtemp(join(kept, 'round-'));
    await cp(this.#root, join(folder, 'root'), { recursive: true });
    const { directory } = this.#place;
    if (directory !== undefined) await cp(directory, join(folder, 'place'), { recursive: true });
    await writeFile(join(folder, 'problems.json'), JSON.stringify(this.#total.problems, undefined, 2));
  }

  #write(life: Life, { end, place, isAged }: Round, onHalt: (readyMs: number) => void): Promise<number | undefined> {
    const { dataDir, passphrase, aheadMs, ledger, random } = life;
    const isProcessFaulty = this.#place.disturb === undefined;
    const last = momentOf(random, RUN_ROWS_MAX);
    const halts = Array.from({ length: this.#total.lossesOfRun }, () => momentOf(random, last.rows + 1));
    halts.sort((a, b) => a.rows - b.rows);
    return runWriter(
      {
        order: {
          dataDir,
          placeUrl: this.#place.url,
          passphrase,
          settles: random.chance(0.5),
          replaces: random.chance(0.3),
        },
        faults: {
          killAt: end === 'change' ? 1 + random.below(CHANGES_MAX) : null,
          aheadMs,
          isHurried: isAged || random.chance(0.3),
          place: isProcessFaulty ? place : 'sound',
        },
        end: last,
        halts: this.#place.directory === undefined ? [] : halts,
        onHalt,
        reports: join(this.#root, 'reports'),
        signal: end === 'stop' ? 'SIGTERM' : 'SIGKILL',
      },
      ledger,
    );
  }
}

/** A long wait is for the archive and the last row before it; a short one meets commits and objects under way. */
function momentOf(random: Random, rows: number): RunMoment {
  return { rows: random.below(rows), afterMs: random.below(random.chance(0.5) ? AFTER_MS_MAX : 10) };
}

function isSound({ isForgotten, isBeginning }: Life, { place }: Round): boolean {
  return place === 'sound' && !isForgotten && !isBeginning;
}

function createRound(place: RoundsPlace, run: number, random: Random): Round {
  return {
    end: random.oneOf(ENDS),
    place: random.oneOf(place.faults),
    isNewGeneration: run > 0 && random.chance(0.15),
    isAged: run > 0 && random.chance(0.3),
  };
}

function nameOf({ end, place, isNewGeneration, isAged }: Round): string {
  return [end, place, ...(isNewGeneration ? ['new generation'] : []), ...(isAged ? ['aged'] : [])].join(', ');
}
