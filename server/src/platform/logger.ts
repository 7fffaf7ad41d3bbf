import { pino } from 'pino';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  isLevelEnabled(level: string): boolean;
  flush(): void;
}

/** Values of fields with these names are redacted, down to two levels deep. */
const SECRET_FIELDS = ['authorization', 'cookie', 'set-cookie', 'password', 'token', 'key', 'secret'];
const REDACTED = SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

export function createLogger(level: LogLevel, file?: string): Logger {
  const destination = pino.destination({ dest: file ?? 1, sync: false, minLength: 0 });
  // The reader of the output is gone; the service keeps running.
  destination.on('error', () => undefined);
  const lines = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: REDACTED, censor: '[redacted]' },
    },
    destination,
  );
  return {
    debug: (fields, message) => lines.debug(fields, message),
    info: (fields, message) => lines.info(fields, message),
    warn: (fields, message) => lines.warn(fields, message),
    error: (fields, message) => lines.error(fields, message),
    isLevelEnabled: (wanted) => lines.isLevelEnabled(wanted),
    flush: () => {
      try {
        destination.flushSync();
      } catch {
        // The output is not open yet or already closed, so this error cannot be reported anywhere.
      }
    },
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
