import { readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { BlobError, type BlobKey } from '../../../src/blobs/blob-store.ts';
import { createDiskBlobStore } from '../../../src/blobs/disk/disk-blob-store.ts';
import { bytesOf, inPieces, isSame, newKey, sampleBytes } from '../../conformance/blobs/sample-bytes.ts';

const FILLER_BYTES = 1024 * 1024;
const BLOB = sampleBytes(700_000);
const STDOUT = 1;

/** Runs on its own file system of a few megabytes: fills it, checks the results, frees space and continues. */
const [, , directory = ''] = process.argv;
const filler = join(directory, 'filler');
writeFileSync(filler, Buffer.alloc(FILLER_BYTES));
const root = join(directory, 'blobs');
const store = createDiskBlobStore(root);
const stored: BlobKey[] = [];

const failures = [await fill(), await put(), await put()];
const readable = await Promise.all(stored.map(async (key) => isSame(await bytesOf(await store.read(key)), BLOB)));
const left = filesOf(root).length - stored.length;
rmSync(filler);
const afterwards = await put();
writeSync(
  STDOUT,
  JSON.stringify({ failures, stored: stored.length, areReadable: !readable.includes(false), left, afterwards }),
);

/** Puts blobs until one fails, and returns the failure. */
async function fill(): Promise<string> {
  for (;;) {
    const outcome = await put();
    if (outcome !== 'stored') return outcome;
  }
}

async function put(): Promise<string> {
  const key = newKey();
  try {
    await store.put(key, inPieces(BLOB));
    store.confirm(key);
    await store.close();
    stored.push(key);
    return 'stored';
  } catch (error) {
    return error instanceof BlobError ? error.kind : String(error);
  }
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}
