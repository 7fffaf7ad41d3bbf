import { open } from 'node:fs/promises';
import { freeBytes } from '../../platform/free-bytes.ts';
import { onDisk } from '../disk/disk-failure.ts';
import { readObject } from './read-object.ts';
import type { S3Connection } from './s3-connection.ts';

export async function copyObjectTo(
  s3: S3Connection,
  name: string,
  path: string,
  bytesMax: number,
): Promise<number | undefined> {
  const reading = await readObject(s3, name);
  if (reading === undefined) return undefined;
  try {
    if (reading.size <= bytesMax) await writeTo(path, reading.bytes);
    return reading.size;
  } finally {
    await reading.close();
  }
}

async function writeTo(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await onDisk(open(path, 'wx', 0o600));
  try {
    for await (const piece of bytes) {
      await onDisk(file.writeFile(piece));
      freeBytes(piece);
    }
  } finally {
    await file.close();
  }
}
