import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import type { StoreName } from '../../src/database/index.ts';
import type { Engine } from '../start-test-server.ts';
import type { WholeProject } from '../whole-project.ts';

const FOLDER = fileURLToPath(new URL('./', import.meta.url));

/** The key of every recorded installation, so that its sealed secrets open. */
export const MASTER_KEY = Buffer.alloc(32, 'released').toString('base64');
export const OWNER = { email: 'owner@example.com', password: 'correct horse battery' };

/** The data directory and the database of a release, as text. */
export interface RecordedRelease {
  readonly facts: RecordedFacts;
  /** Scripts in SQL; by path on SQLite, and a single one on PostgreSQL. */
  readonly databases: Readonly<Record<string, string>>;
  /** All other files of the data directory by path. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

export interface RecordedFacts {
  readonly recordedAt: string;
  /** One for each project. */
  readonly stores: readonly StoreName[];
  readonly publicKey: string;
  /** By project. */
  readonly secretKeys: Readonly<Record<string, string>>;
  readonly whole: Omit<WholeProject, 'bytes' | 'passkey'>;
  readonly personalToken: string;
  /** Answers of the release to GET requests, by path; with the admin token below `/api/cloud`, else with the secret key of the project. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** The recorded releases, oldest first. */
export async function recordedReleases(): Promise<readonly string[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

export async function writeRecord(version: string, engine: Engine, release: RecordedRelease): Promise<void> {
  const folder = join(FOLDER, version, engine);
  const files = Object.entries(release.files).map(([path, bytes]) => [path, gzipSync(bytes).toString('base64')]);
  await put(join(folder, 'facts.json'), jsonText(release.facts));
  await put(join(folder, 'files.json'), jsonText(Object.fromEntries(files)));
  for (const [path, sql] of Object.entries(release.databases)) await put(join(folder, `${path}.sql`), sql);
}

/** Creates what a release had stored in a new data directory and, on PostgreSQL, an empty database. */
export async function loadRecord(
  version: string,
  { dataDir, url }: { readonly dataDir: string; readonly url: string | undefined },
): Promise<RecordedFacts> {
  const folder = join(FOLDER, version, url === undefined ? 'sqlite' : 'postgres');
  const read = async (path: string): Promise<string> => await readFile(join(folder, path), 'utf8');
  const files = JSON.parse(await read('files.json')) as Record<string, string>;
  for (const [path, text] of Object.entries(files)) {
    await put(join(dataDir, path), gunzipSync(Buffer.from(text, 'base64')));
  }
  const scripts = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.sql'));
  for (const path of scripts) {
    const script = await read(path);
    if (url === undefined) await runOnSqlite(join(dataDir, path.slice(0, -'.sql'.length)), script);
    else await runOnPostgres(url, script);
  }
  return JSON.parse(await read('facts.json')) as RecordedFacts;
}

async function runOnSqlite(path: string, script: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    db.exec(`PRAGMA journal_mode = WAL; BEGIN; ${script} COMMIT`);
  } finally {
    db.close();
  }
}

async function runOnPostgres(url: string, script: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET search_path TO ''; SET check_function_bodies TO off; ${script}`);
  } finally {
    await client.end();
  }
}

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Answers contain the address of the service. */
export function withoutPort(text: string): string {
  return text.replace(/localhost:\d+/g, 'localhost');
}
