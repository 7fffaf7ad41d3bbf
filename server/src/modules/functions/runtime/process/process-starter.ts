import { totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { inBackground } from '../../../../platform/in-background.ts';
import type { Program } from '../interface/runtime.ts';
import { FunctionProcess, type ProcessContext, type StartedProcess, startFunctionProcess } from './function-process.ts';

export interface ProcessStarter {
  /** Logs why a process did not start. `graceMs`: how long the process yields only in part, for callers of its first work. */
  start(program: Program, graceMs?: number): Promise<StartedProcess>;
  /** Ends every process that it started. */
  close(): Promise<void>;
}

/** Lets the work for which the last process was needed go first. */
const REFILL_MS = 50;
/** A spare process takes about 10 MB, so it ends when no process was needed for this long. */
const SPARE_MS = 15 * 60_000;
/** A spare process that still has not started by then is probably stuck. A start takes less, even on a busy machine. */
const PENDING_MS_MAX = 1000;
const MEMORY_BYTES_MIN = 2 ** 30;

/**
 * Keeps one started process without a program, which the next program gets: most of a cold call is the start of its
 * process. The spare process has its own user, folder and network like any other, and runs one program only. It is
 * kept for `spareMs` after the last start of a process; 0 keeps none.
 */
export function createProcessStarter(context: ProcessContext, spareMs = defaultSpareMs()): ProcessStarter {
  let spare: Promise<StartedProcess> | undefined;
  let refilling: NodeJS.Timeout | undefined;
  let unused: NodeJS.Timeout | undefined;
  let isClosed = false;
  let hasLoggedFailure = false;
  const living = new Set<Promise<StartedProcess>>();

  const startTracked = (): Promise<StartedProcess> => {
    const started = inBackground(() => startFunctionProcess(context));
    living.add(started);
    started
      .then((process) => (process instanceof FunctionProcess ? process.ended : undefined))
      .catch(() => undefined)
      .finally(() => living.delete(started));
    return started;
  };
  const refill = (): void => {
    refilling = undefined;
    if (spare !== undefined || isClosed) return;
    spare = startTracked();
    void watchSpare(spare);
  };
  const watchSpare = async (started: Promise<StartedProcess>): Promise<void> => {
    try {
      const process = await started;
      if (!(process instanceof FunctionProcess)) return logFailure(process.failed);
      hasLoggedFailure = false;
      await process.ended;
    } catch (error) {
      logFailure(String(error));
    } finally {
      if (spare === started) spare = undefined;
    }
  };
  const logFailure = (reason: string): void => {
    if (!hasLoggedFailure) context.logger.error({ reason }, 'The spare process for functions did not start.');
    hasLoggedFailure = true;
  };
  const refillLater = (): void => {
    if (spareMs === 0 || isClosed) return;
    refilling ??= setTimeout(refill, REFILL_MS).unref();
    clearTimeout(unused);
    unused = setTimeout(() => void end(takeSpare()), spareMs).unref();
  };
  const startWith = async (program: Program, graceMs: number | undefined): Promise<StartedProcess> => {
    const process = await startTracked();
    if (!(process instanceof FunctionProcess) || process.run(program, graceMs)) return process;
    await process.ended;
    return { failed: process.startFailure };
  };
  const takeSpare = (): Promise<StartedProcess> | undefined => {
    const taken = spare;
    spare = undefined;
    return taken;
  };

  return {
    async start(program, graceMs) {
      const taken = takeSpare();
      refillLater();
      const spareOrLate = taken && Promise.race([taken, wait(PENDING_MS_MAX, undefined, { ref: false })]);
      const waiting = await spareOrLate?.catch(() => undefined);
      if (waiting instanceof FunctionProcess && waiting.run(program, graceMs)) return waiting;
      void end(taken);
      if (isClosed) return { failed: 'The service stops.' };
      const started = await startWith(program, graceMs);
      if (!(started instanceof FunctionProcess) && !isClosed)
        context.logger.error({ reason: started.failed }, 'A process for functions did not start.');
      return started;
    },
    async close() {
      isClosed = true;
      clearTimeout(refilling);
      clearTimeout(unused);
      await Promise.all(Array.from(living, end));
    },
  };
}

async function end(started: Promise<StartedProcess> | undefined): Promise<void> {
  const process = await started?.catch(() => undefined);
  if (!(process instanceof FunctionProcess)) return;
  process.kill();
  await process.ended;
}

function defaultSpareMs(): number {
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return memoryBytes >= MEMORY_BYTES_MIN ? SPARE_MS : 0;
}
