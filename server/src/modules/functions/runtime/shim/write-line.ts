import { LINE_MARK, LOG_LINE_BYTES_MAX, type LogLevel, TRUNCATED } from '../wire/protocol.ts';
import { mayWrite, type Run, runs } from './run.ts';

/** Captured before any function is loaded. It writes to the output immediately, so that lines before a kill are kept. */
const { log } = globalThis.console;
const write = log.bind(globalThis.console);
const encoder = new TextEncoder();

export function writeLine(run: Run | undefined, level: LogLevel, values: readonly unknown[]): void {
  if (run === undefined || !mayWrite(run)) return;
  run.linesWritten += 1;
  write(`${LINE_MARK}${run.token} ${level} ${JSON.stringify(truncated(textOf(values)))}`);
}

/** Uses the same output as log lines, so that every earlier line has arrived when the ping arrives. */
export function writePing(id: string): void {
  write(`${LINE_MARK}ping ${id}`);
}

export function captureConsole(): void {
  const line =
    (level: LogLevel) =>
    (...values: unknown[]): void =>
      writeLine(runs.getStore(), level, values);
  const [debug, info, warn, error] = [line('debug'), line('info'), line('warn'), line('error')];
  const assert = (condition?: unknown, ...values: unknown[]): void => {
    if (!condition) error('Assertion failed', ...values);
  };
  const captured = { debug, trace: debug, info, log: info, dir: info, dirxml: info, table: info, warn, error, assert };
  Object.assign(globalThis.console, captured, { group: info, groupCollapsed: info, groupEnd: () => undefined });
}

function textOf(values: readonly unknown[]): string {
  const [only] = values;
  if (values.length === 1 && typeof only === 'string') return only;
  try {
    return process.getBuiltinModule('util').format(...values);
  } catch {
    return '[a value that cannot be shown]';
  }
}

function truncated(text: string): string {
  const start = text.slice(0, LOG_LINE_BYTES_MAX);
  if (start.length === text.length && encoder.encode(start).length <= LOG_LINE_BYTES_MAX) return text;
  const room = new Uint8Array(LOG_LINE_BYTES_MAX - encoder.encode(TRUNCATED).length);
  const { read } = encoder.encodeInto(start, room);
  return `${start.slice(0, read).toWellFormed()}${TRUNCATED}`;
}
