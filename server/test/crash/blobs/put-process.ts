import { writeSync } from 'node:fs';
import { createDiskBlobStore } from '../../../src/blobs/disk/disk-blob-store.ts';
import { inPieces, newKey, sampleBytes } from '../../conformance/blobs/sample-bytes.ts';

const CLIENTS = 4;
const BYTES_MAX = 600_000;
const STDOUT = 1;

/**
 * Puts blobs until it is killed. A line on standard output represents the commit of a reference to a blob, so it is
 * written at once and as a whole. Some blobs are deleted again or never committed.
 */
const [, , root = ''] = process.argv;
const store = createDiskBlobStore(root);
writeSync(STDOUT, 'ready\n');
await Promise.all(Array.from({ length: CLIENTS }, client));

async function client(): Promise<never> {
  for (;;) {
    const key = newKey('p_killed');
    const size = Math.floor(Math.random() * BYTES_MAX);
    await store.put(key, inPieces(sampleBytes(size)));
    const fate = Math.random();
    if (fate < 0.2) await store.delete([key]);
    else if (fate < 0.9) {
      writeSync(STDOUT, `commit ${key.id} ${size}\n`);
      store.confirm(key);
    }
  }
}
