import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';

const EVERY_MS = 60_000;
/** The number of distinct lines remembered; it is bounded because texts may contain ids. */
const REMEMBERED_MAX = 1000;

interface RepeatedLine {
  sinceMs: number;
  /** Repetitions since the line was last written. */
  count: number;
  write(count: number): void;
}

/** Writes a repeated warning or error once a minute, with the number of its repetitions in `times`. */
export function quietRepeats(logger: Logger, clock: Clock): Logger {
  const known = new Map<string, RepeatedLine>();

  const writeOver = (now: number): void => {
    for (const [text, repeated] of known) {
      if (now - repeated.sinceMs < EVERY_MS) continue;
      known.delete(text);
      if (repeated.count > 0) repeated.write(repeated.count);
    }
  };

  const quietly =
    (level: 'warn' | 'error') =>
    (fields: object, message: string): void => {
      const now = clock.now();
      const text = `${level} ${message} ${textOf(fields)}`;
      const repeated = known.get(text);
      if (repeated !== undefined && now - repeated.sinceMs < EVERY_MS) {
        repeated.count += 1;
        repeated.write = (times) => logger[level]({ ...fields, times }, message);
        return;
      }
      if (repeated === undefined || repeated.count === 0) logger[level](fields, message);
      else logger[level]({ ...fields, times: repeated.count + 1 }, message);
      known.delete(text);
      writeOver(now);
      known.set(text, { sinceMs: now, count: 0, write: () => undefined });
      const [oldest] = known.keys();
      if (known.size > REMEMBERED_MAX && oldest !== undefined) known.delete(oldest);
    };

  return { ...logger, warn: quietly('warn'), error: quietly('error') };
}

const SUBJECTS = ['store', 'project', 'project_id', 'file', 'provider'];

/** The text that distinguishes failures; ids of single attempts are not part of it. */
function textOf(fields: object): string {
  const subjects = SUBJECTS.map((name) => String(Reflect.get(fields, name)));
  return [...subjects, String(Object(Reflect.get(fields, 'err')).message)].join(' ');
}
