import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ARCHIVE_WRITER } from '../../engines/service-bundle.ts';
import { halt, resume } from './halt.ts';
import type { Ledger } from './ledger.ts';
import { programOf } from './program-of.ts';
import { ReportReader } from './report-reader.ts';
import type { ProcessFaults, WriterOrder } from './writer-order.ts';

const POLL_MS = 10;
/** The writer is ended after this, however few rows it has written. */
const RUN_MS_MAX = 60_000;

/** A moment of a run: so many acknowledged rows since it began, and then so many milliseconds. */
export interface RunMoment {
  readonly rows: number;
  readonly afterMs: number;
}

export interface WriterRun {
  readonly order: WriterOrder;
  readonly faults: ProcessFaults;
  /** When the process gets the signal, unless it has killed itself. */
  readonly end: RunMoment;
  readonly signal: 'SIGKILL' | 'SIGTERM';
  /** At each of these the process stands still during `onHalt`; earlier ones first. */
  readonly halts: readonly RunMoment[];
  /** The ledger has everything that the process has reported. */
  readonly onHalt: (readyMs: number) => void;
  /** A file for the reports of the process. */
  readonly reports: string;
}

/** Runs a writer until its end, and enters what it reports in the ledger. Resolves with when it was ready, by its own clock; undefined when it ended before. */
export async function runWriter(run: WriterRun, ledger: Ledger): Promise<number | undefined> {
  const { args, env } = await programOf(ARCHIVE_WRITER, run);
  rmSync(run.reports, { force: true });
  const output = openSync(run.reports, 'a');
  const writer = spawn(process.execPath, args, { env, stdio: ['ignore', output, 'pipe'] });
  closeSync(output);
  let errors = '';
  writer.stderr?.on('data', (piece: Buffer) => {
    errors += piece.toString();
  });
  const readyMs = await new WatchedRun(run, writer, ledger).watch();
  if (writer.signalCode !== 'SIGKILL' && writer.exitCode !== 0) {
    throw new Error(`the writer ended with ${writer.exitCode}: ${errors}`);
  }
  return readyMs;
}

class WatchedRun {
  readonly #run: WriterRun;
  readonly #writer: ChildProcess;
  readonly #ledger: Ledger;
  readonly #reports: ReportReader;
  readonly #startRows: number;
  readonly #halts: RunMoment[];
  readonly #limitMs = Date.now() + RUN_MS_MAX;
  #readyMs: number | undefined;
  #isSignalled = false;

  constructor(run: WriterRun, writer: ChildProcess, ledger: Ledger) {
    this.#run = run;
    this.#writer = writer;
    this.#ledger = ledger;
    this.#reports = new ReportReader(run.reports);
    this.#startRows = ledger.acknowledged;
    this.#halts = [...run.halts];
  }

  async watch(): Promise<number | undefined> {
    try {
      for (;;) {
        const hasEnded = this.#hasEnded;
        this.#read();
        if (hasEnded) return this.#readyMs;
        await this.#act();
        await delay(POLL_MS);
      }
    } finally {
      this.#reports.close();
    }
  }

  async #act(): Promise<void> {
    const { end, signal } = this.#run;
    if (this.#readyMs === undefined || this.#isSignalled) return;
    const [next] = this.#halts;
    if (next !== undefined && this.#isReached(next)) {
      this.#halts.shift();
      await delay(next.afterMs);
      await this.#halt();
    } else if (this.#isReached(end) || Date.now() > this.#limitMs) {
      await delay(end.afterMs);
      this.#isSignalled = true;
      this.#writer.kill(signal);
    }
  }

  async #halt(): Promise<void> {
    const { pid } = this.#writer;
    const fromMs = Date.now();
    if (this.#hasEnded || pid === undefined || !(await halt(pid))) return;
    try {
      this.#read();
      if (this.#readyMs !== undefined) this.#run.onHalt(this.#readyMs);
    } finally {
      resume(pid);
      this.#ledger.haltedMs += Date.now() - fromMs;
    }
  }

  #read(): void {
    for (const report of this.#reports.read()) {
      this.#ledger.add(report);
      if (report.kind === 'ready') this.#readyMs = Date.now() + this.#run.faults.aheadMs;
    }
  }

  #isReached({ rows }: RunMoment): boolean {
    return this.#ledger.acknowledged - this.#startRows >= rows;
  }

  get #hasEnded(): boolean {
    return this.#writer.exitCode !== null || this.#writer.signalCode !== null;
  }
}
