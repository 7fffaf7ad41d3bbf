import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Ledger, Report } from './ledger.ts';
import { FAULTS_VARIABLE, type ProcessFaults, type WriterOrder } from './writer-order.ts';

const WRITER = new URL('writer-process.ts', import.meta.url).pathname;
const FAULTS = new URL('faulty-archiver.ts', import.meta.url).pathname;

export interface WriterRun {
  readonly order: WriterOrder;
  readonly faults: ProcessFaults;
  /** When the process gets the signal, unless it has killed itself. */
  readonly endAfterMs: number;
  readonly signal: 'SIGKILL' | 'SIGTERM';
}

export interface RanWriter {
  /** How long it has written, by its own reports. */
  readonly wroteMs: number;
  /** When it was ready, by its own clock; undefined when it ended before. */
  readonly readyMs: number | undefined;
}

/** Node's arguments for a writer, or for another program of this suite. */
export function programArguments(program: string, order: unknown): readonly string[] {
  return ['--import', FAULTS, program, JSON.stringify(order)];
}

/** Runs a writer until its end, and enters what it reports in the ledger. */
export async function runWriter({ order, faults, endAfterMs, signal }: WriterRun, ledger: Ledger): Promise<RanWriter> {
  const writer = spawn(process.execPath, [...programArguments(WRITER, order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, [FAULTS_VARIABLE]: JSON.stringify(faults) },
  });
  const ended = once(writer, 'exit');
  let errors = '';
  writer.stderr.on('data', (piece: Buffer) => {
    errors += piece.toString();
  });
  let startMs: number | undefined;
  for await (const line of createInterface(writer.stdout)) {
    const report = parse(line);
    if (report === undefined) break;
    ledger.add(report);
    if (report.kind !== 'ready') continue;
    startMs = Date.now() + faults.aheadMs;
    setTimeout(() => writer.kill(signal), endAfterMs).unref();
  }
  const [code, by] = await ended;
  if (by !== 'SIGKILL' && code !== 0) throw new Error(`the writer ended with ${code}: ${errors}`);
  return { readyMs: startMs, wroteMs: startMs === undefined ? 0 : Math.max(0, ledger.lastMs - startMs) };
}

/** Undefined for a line that the kill has cut. */
function parse(line: string): Report | undefined {
  try {
    return JSON.parse(line) as Report;
  } catch {
    return undefined;
  }
}
