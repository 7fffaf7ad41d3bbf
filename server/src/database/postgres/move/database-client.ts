import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Client } from 'pg';
import { toFailure } from '../map-failure.ts';
import type { TransactionMode } from '../session.ts';

const CONNECT_MS = 3000;
const KEEP_ALIVE_MS = 5000;
/** For the transaction and not the session, because behind a pooler other clients use the same session. */
const SETTINGS = `SET LOCAL search_path TO ''; SET LOCAL statement_timeout TO 0; SET LOCAL lock_timeout TO 5000;
  SET LOCAL TimeZone TO 'UTC'; SET LOCAL DateStyle TO 'ISO, YMD'; SET LOCAL extra_float_digits TO 1;
  SET LOCAL check_function_bodies TO off; SET LOCAL client_encoding TO 'UTF8'`;

/** A client with its own connection, outside of the pools, for work on whole databases and stores. */
export interface DatabaseClient {
  readonly client: Client;
  readonly stream: Duplex;
  destroy(): void;
  /** Waits five seconds for locks and any time for statements, unless the transaction sets otherwise. */
  begin(mode?: TransactionMode): Promise<void>;
  /** The rows of the last statement of a text. */
  rows(text: string, values?: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** Rejects with `unavailable` when the server does not answer. `answerMs`: how long one statement may take. */
export async function withDatabase<Result>(
  url: string,
  work: (database: DatabaseClient) => Promise<Result>,
  answerMs?: number,
): Promise<Result> {
  const opened = await openDatabaseClient(url, answerMs);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

export async function withTransaction<Result>(
  url: string,
  work: (database: DatabaseClient) => Promise<Result>,
  answerMs?: number,
): Promise<Result> {
  const run = async (database: DatabaseClient): Promise<Result> => {
    await database.begin();
    const result = await work(database);
    await database.rows('COMMIT');
    return result;
  };
  return await withDatabase(url, run, answerMs);
}

interface OpenedClient extends DatabaseClient {
  close(): Promise<void>;
}

async function openDatabaseClient(url: string, answerMs: number | undefined): Promise<OpenedClient> {
  const socket = new Socket();
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'service',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    stream: () => socket,
    ...(answerMs !== undefined && { query_timeout: answerMs }),
  });
  // The running statement reports the error.
  client.on('error', () => socket.destroy());
  const rows = async (text: string, values: readonly unknown[] = []) => {
    try {
      const result: unknown = await client.query(text, [...values]);
      const last = Array.isArray(result) ? result.at(-1) : result;
      return (last as { rows: readonly Readonly<Record<string, unknown>>[] }).rows;
    } catch (error) {
      throw toFailure(error);
    }
  };
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw toFailure(error);
  }
  return {
    client,
    get stream() {
      return (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream;
    },
    destroy: () => socket.destroy(),
    rows,
    begin: async (mode = 'READ WRITE') => {
      await rows(`BEGIN ${mode}; ${SETTINGS}`);
    },
    async close() {
      if (!socket.destroyed) await Promise.race([client.end().catch(() => undefined), closed(socket)]);
      socket.destroy();
    },
  };
}

const CLOSE_MS = 1000;

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, CLOSE_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
