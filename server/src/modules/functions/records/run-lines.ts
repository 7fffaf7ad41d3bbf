import { isoTime } from '../../../platform/clock.ts';
import type { LogLine } from '../runtime/index.ts';
import type { Run } from './run.ts';

/** About the size that a line of a function may have. */
const ERROR_CHARACTERS_MAX = 8192;

interface RunLine extends LogLine {
  readonly functionName: string;
  readonly runId: string;
}

/** Lines of a run that the log of all functions lacks: first those that it logged, then its error. */
export function unstoredLines(run: Run): readonly RunLine[] {
  const { id, functionName, log, storedLines, error, isErrorStored } = run;
  const ending = error === null || isErrorStored ? [] : [errorLine(run, error)];
  return [...log.slice(storedLines), ...ending].map((line) => ({ ...line, functionName, runId: id }));
}

function errorLine({ startedMs, durationMs }: Run, error: string): LogLine {
  return {
    at: isoTime(startedMs + (durationMs ?? 0)),
    level: 'error',
    message: error.slice(0, ERROR_CHARACTERS_MAX),
  };
}
