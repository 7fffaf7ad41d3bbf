import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ARCHIVE_WRITER } from '../../engines/service-bundle.ts';
import type { Ledger, Report } from './ledger.ts';
import { programOf } from './program-of.ts';
import type { ProcessFaults, WriterOrder } from './writer-order.ts';

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

/** Runs a writer until its end, and enters what it reports in the ledger. */
export async function runWriter({ order, faults, endAfterMs, signal }: WriterRun, ledger: Ledger): Promise<RanWriter> {
  const { args, env } = await programOf(ARCHIVE_WRITER, { order, faults });
  const writer = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
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
