import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigProblems } from './config.ts';
import { type CanaryStore, confirmMasterKey, openMasterKey } from './secrets.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secrets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const keyFile = (): string => join(dataDir, 'master.key');

test('the first start creates the key, readable only by its owner, and later starts reuse it', () => {
  const key = openMasterKey({ masterKey: undefined, dataDir });
  expect(key).toHaveLength(32);
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
  expect(openMasterKey({ masterKey: undefined, dataDir })).toEqual(key);
});

test('a key file that other users can read is made private', () => {
  openMasterKey({ masterKey: undefined, dataDir });
  chmodSync(keyFile(), 0o644);
  openMasterKey({ masterKey: undefined, dataDir });
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
});

test('a configured key is used and nothing is written', () => {
  const masterKey = new Uint8Array(32).fill(1);
  expect(openMasterKey({ masterKey, dataDir })).toBe(masterKey);
  expect(() => readFileSync(keyFile())).toThrow();
});

test('a damaged key file is refused and left unchanged', () => {
  writeFileSync(keyFile(), 'short');
  expect(() => openMasterKey({ masterKey: undefined, dataDir })).toThrow(ConfigProblems);
  expect(readFileSync(keyFile(), 'utf8')).toBe('short');
});

test('the key that the data was created with is accepted, and another key is refused', async () => {
  let canary: string | undefined;
  const store: CanaryStore = {
    find: () => Promise.resolve(canary),
    addIfNone: (sealed) => {
      canary ??= sealed;
      return Promise.resolve();
    },
  };
  const key = new Uint8Array(32).fill(1);
  await confirmMasterKey(key, store);
  await confirmMasterKey(key, store);
  const first = canary;
  await expect(confirmMasterKey(new Uint8Array(32).fill(2), store)).rejects.toThrow(/does not match the data/);
  expect(canary).toBe(first);
});

test('when two processes start at once with different keys, one is refused', async () => {
  let canary: string | undefined;
  const slow: CanaryStore = {
    find: () => Promise.resolve(canary),
    addIfNone: async (sealed) => {
      await Promise.resolve();
      canary ??= sealed;
    },
  };
  const keys = [1, 2].map((byte) => new Uint8Array(32).fill(byte));
  const results = await Promise.allSettled(keys.map((key) => confirmMasterKey(key, slow)));
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
