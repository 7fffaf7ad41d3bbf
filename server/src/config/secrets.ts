import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openSealed, seal } from '../platform/crypto.ts';
import { makeFolderSync } from '../platform/make-folder.ts';
import { type Config, ConfigProblems } from './config.ts';
import { VARIABLES } from './env.ts';

const KEY_FILE = 'master.key';
const KEY_BYTES = 32;
const CANARY_CONTEXT = 'master-key-canary';
/** Stored, encrypted, in every installation: it must never change. */
const CANARY_TEXT = 'This is readable with the key that sealed it only.';

export interface CanaryStore {
  find(): Promise<string | undefined>;
  /** Keeps the first canary: when another process was faster, its canary stays. */
  addIfNone(sealed: string): Promise<void>;
}

/**
 * The key that encrypts secrets at rest: the configured one, or that of the data directory. It is durable on disk
 * before its first use, because nobody can read what a lost key has encrypted.
 */
export function openMasterKey(config: Pick<Config, 'masterKey' | 'dataDir'>): Uint8Array {
  if (config.masterKey !== undefined) return config.masterKey;
  makeFolderSync(config.dataDir);
  const path = join(config.dataDir, KEY_FILE);
  return readKey(path) ?? makeKey(path);
}

function readKey(path: string): Uint8Array | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES)
    throw new ConfigProblems([`The key file ${path} is damaged: it must hold ${KEY_BYTES} bytes in base64.`]);
  // A copy may have made the file readable for others.
  chmodSync(path, 0o600);
  return key;
}

function makeKey(path: string): Uint8Array {
  const key = randomBytes(KEY_BYTES);
  try {
    writeDurably(path, `${key.toString('base64')}\n`);
    return key;
  } catch (error) {
    const made = hasCode(error, 'EEXIST') ? readKey(path) : undefined;
    if (made === undefined) throw error;
    return made;
  }
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  const folder = openSync(join(path, '..'), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Refuses to start with a key other than the one that sealed the stored secrets. */
export async function confirmMasterKey(key: Uint8Array, canaries: CanaryStore): Promise<void> {
  if ((await canaries.find()) === undefined) await canaries.addIfNone(seal(key, CANARY_CONTEXT, CANARY_TEXT));
  const sealed = await canaries.find();
  if (sealed === undefined || openSealed(key, CANARY_CONTEXT, sealed) !== CANARY_TEXT) {
    throw new ConfigProblems([
      `${VARIABLES.masterKey.name} (or the key file in the data directory) does not match the data, which was encrypted with another key. ` +
        `Put the file ${KEY_FILE} of the data back, or set ${VARIABLES.masterKey.name}.`,
    ]);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
