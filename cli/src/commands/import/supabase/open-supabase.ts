import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { failed, fileFailure, inputFailure, systemCode, wrongUse } from '../../../outcome/failure.ts';
import type { Source } from '../source.ts';
import { readDump } from './read-dump.ts';
import { createSupabaseSource } from './supabase-source.ts';

const CUSTOM_MARK = 'PGDMP';
const STDERR_CHARACTERS_MAX = 2000;

/** Reads a `pg_dump` file: SQL directly, the custom format through `pg_restore`, which comes with PostgreSQL. */
export async function openSupabase(file: string, signal: AbortSignal): Promise<Source> {
  const isCustom = (await beginningOf(file)) === CUSTOM_MARK;
  const folder = await mkdtemp(join(tmpdir(), 'service-import-'));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const dump = isCustom ? await readCustom(file, folder, signal) : await readDump(createReadStream(file), folder);
    if (dump.tables.size === 0) throw wrongUse(`${file} is no dump of a database: it makes no table.`);
    return createSupabaseSource(dump, close);
  } catch (error) {
    await close();
    throw fileFailure(file, error);
  }
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path).catch((error: unknown) => {
    throw inputFailure(path, error);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CUSTOM_MARK.length), 0, CUSTOM_MARK.length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } catch (error) {
    throw inputFailure(path, error);
  } finally {
    await file.close();
  }
}

async function readCustom(file: string, folder: string, signal: AbortSignal) {
  const child = spawn('pg_restore', ['--no-owner', '--no-privileges', '--file=-', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const [dump] = await Promise.all([readDump(child.stdout, folder), requireSuccess(child, child.stderr)]);
  return dump;
}

async function requireSuccess(child: ReturnType<typeof spawn>, stderr: Readable): Promise<void> {
  let said = '';
  stderr.on('data', (chunk: Buffer) => {
    if (said.length < STDERR_CHARACTERS_MAX) said += chunk.toString('utf8');
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw wrongUse(
      'A dump in the custom format is read by pg_restore, which is not installed. It comes with the client of PostgreSQL.',
      'pg_dump --format=plain',
    );
  });
  if (code !== 0)
    throw failed(`pg_restore could not read the dump: ${said.trim().slice(0, STDERR_CHARACTERS_MAX)}`, 'unreadable');
}
