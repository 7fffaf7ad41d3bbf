import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { FunctionCall, LogLine } from '../interface/function-call.ts';
import { LOG_LINES_MAX, type LogLevel, TRUNCATED } from '../wire/protocol.ts';

export interface RunLog {
  add(level: string, messageJson: string): void;
  waitFor(lines: number): Promise<void>;
  close(): void;
}

const LEVELS: readonly string[] = ['debug', 'info', 'warn', 'error'] satisfies readonly LogLevel[];
const ARRIVE_MS = 1000;
const REST: LogLine['message'] = `A run keeps ${LOG_LINES_MAX} lines: the rest is dropped ${TRUNCATED}`;

export function createRunLog({ onLog }: FunctionCall, clock: Clock): RunLog {
  let count = 0;
  let isClosed = false;
  /** The last line that fits is held back: a note about dropped lines replaces it if more lines come. */
  let last: LogLine | undefined;
  let arrived: (() => void) | undefined;
  let wanted = 0;
  return {
    add: (level, messageJson) => {
      if (isClosed || !isLevel(level)) return;
      count += 1;
      const line: LogLine = { at: isoTime(clock.now()), level, message: textOf(messageJson) };
      if (count < LOG_LINES_MAX) onLog(line);
      else if (count === LOG_LINES_MAX) last = line;
      else if (count === LOG_LINES_MAX + 1) last = { ...line, level: 'warn', message: REST };
      if (count >= wanted) arrived?.();
    },
    waitFor: (lines) => {
      if (count >= lines) return Promise.resolve();
      wanted = lines;
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ARRIVE_MS);
        arrived = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    close: () => {
      if (!isClosed && last !== undefined) onLog(last);
      isClosed = true;
    },
  };
}

function isLevel(text: string): text is LogLevel {
  return LEVELS.includes(text);
}

function textOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return '';
  }
}
