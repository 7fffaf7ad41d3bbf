import type { Logger } from '../../platform/logger.ts';
import { DatabaseFailure } from '../errors.ts';
import { Connection } from './connection.ts';
import type { ConnectionBudget } from './connection-budget.ts';
import type { SessionSettings } from './session.ts';

const SILENCE_CHECK_MS = 500;
/** Added to the server's own statement timeout, so that the server's answer comes first. */
const SILENCE_MARGIN_MS = 3000;
const PREPARED_MAX = 300;
const BACK_OFF_MS = { first: 50, max: 2000 };

export interface ConnectorOptions {
  readonly url: string;
  readonly connectTimeoutMs: number;
  readonly budget?: ConnectionBudget | undefined;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

export interface StatementMeter {
  statements: number;
  seconds: number;
}

export interface ConnectionKind {
  readonly meter: StatementMeter;
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  /** The server rolls back a transaction that is idle for this long, because its process is gone or hangs. */
  readonly idleTransactionMs: number;
  /** Memory for each sort and each bitmap of rows, unless the server allows more. */
  readonly workMemoryKb?: number;
  readonly preparedMax?: number;
}

export type Connector = ReturnType<typeof createConnector>;

/** While the server is unreachable, requests fail at once, and one attempt after each pause checks if it is back. */
export function createConnector({ url, connectTimeoutMs, budget, logger }: ConnectorOptions) {
  const open = new Set<Connection>();
  let failures = 0;
  let closedUntil = 0;
  let isPooled = false;
  let probing: Promise<Connection> | undefined;

  const watch = setInterval(() => {
    const now = performance.now();
    for (const connection of open) connection.checkSilence(now);
  }, SILENCE_CHECK_MS).unref();

  const attempt = async (kind: ConnectionKind, onClosed: (connection: Connection) => void): Promise<Connection> => {
    budget?.take();
    const silenceMs = kind.statementTimeoutMs + SILENCE_MARGIN_MS;
    const connection = new Connection({
      url,
      connectTimeoutMs,
      settings: settingsOf(kind),
      preparedMax: kind.preparedMax ?? PREPARED_MAX,
      silenceMs,
      onAnswered: (ms) => {
        kind.meter.statements += 1;
        kind.meter.seconds += ms / 1000;
      },
      onClosed: (closed) => {
        open.delete(closed);
        budget?.release();
        onClosed(closed);
      },
    });
    open.add(connection);
    try {
      await connection.open();
      if (failures > 0) logger.info({ failures }, 'the database answers again');
      failures = 0;
      if (connection.isPooled && !isPooled) {
        isPooled = true;
        logger.info({ keeps_statements: connection.keepsStatements }, 'the database is behind a connection pooler');
      }
      return connection;
    } catch (error) {
      // Concurrent attempts fail together and count as one.
      const now = performance.now();
      if (now < closedUntil) throw error;
      failures += 1;
      const pauseMs = Math.min(BACK_OFF_MS.max, BACK_OFF_MS.first * 2 ** (failures - 1));
      closedUntil = now + pauseMs * (0.5 + Math.random() / 2);
      if (failures === 1) logger.warn({ error: String(error) }, 'the database cannot be reached');
      throw error;
    }
  };

  return {
    /** Rejects with `unavailable`. */
    async connect(kind: ConnectionKind, onClosed: (connection: Connection) => void): Promise<Connection> {
      if (failures === 0 && closedUntil !== Number.POSITIVE_INFINITY) return await attempt(kind, onClosed);
      if (probing !== undefined || performance.now() < closedUntil) {
        throw new DatabaseFailure({ kind: 'unavailable', message: 'the database could not be reached a moment ago' });
      }
      probing = attempt(kind, onClosed);
      try {
        return await probing;
      } finally {
        probing = undefined;
      }
    },
    stop(): void {
      clearInterval(watch);
      closedUntil = Number.POSITIVE_INFINITY;
      for (const connection of open) connection.destroy();
    },
  };
}

/** Settings that a compatible server does not have are skipped. */
function settingsOf(kind: ConnectionKind): SessionSettings {
  return {
    statement_timeout: String(kind.statementTimeoutMs),
    lock_timeout: String(kind.lockTimeoutMs),
    idle_in_transaction_session_timeout: String(kind.idleTransactionMs),
    default_transaction_read_only: 'on',
    client_connection_check_interval: '2000',
    jit: 'off',
    // Otherwise one scan takes three processes, and those of a few projects all processors.
    max_parallel_workers_per_gather: '0',
    standard_conforming_strings: 'on',
    TimeZone: 'UTC',
    DateStyle: 'ISO, YMD',
    extra_float_digits: '1',
    ...(kind.workMemoryKb !== undefined && { work_mem: String(kind.workMemoryKb) }),
  };
}
