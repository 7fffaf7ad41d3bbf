import { pino } from 'pino';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Structured lines: fields first, then one sentence. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  isLevelEnabled(level: string): boolean;
  /** Writes out what is still in memory, without returning to the event loop. */
  flush(): void;
}

/** Wherever these names turn up in a line, their values do not. */
const SECRET_FIELDS = ['authorization', 'cookie', 'set-cookie', 'password', 'token', 'key', 'secret'];
const REDACTED = SECRET_FIELDS.flatMap((name) => {
  const part = name.includes('-') ? `["${name}"]` : name;
  return [part, name.includes('-') ? `*${part}` : `*.${part}`, name.includes('-') ? `*.*${part}` : `*.*.${part}`];
});

/** JSON lines on standard output, written without making the caller wait. */
export function createLogger(level: LogLevel): Logger {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 0 });
  // Whoever read the lines has gone; the service goes on without.
  destination.on('error', () => undefined);
  const lines = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths: REDACTED, censor: '[redacted]' } },
    destination,
  );
  return {
    debug: (fields, message) => lines.debug(fields, message),
    info: (fields, message) => lines.info(fields, message),
    warn: (fields, message) => lines.warn(fields, message),
    error: (fields, message) => lines.error(fields, message),
    isLevelEnabled: (wanted) => lines.isLevelEnabled(wanted),
    flush: () => destination.flushSync(),
  };
}

export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  isLevelEnabled: () => false,
  flush: () => undefined,
};
