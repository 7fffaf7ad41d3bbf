import { writeSync } from 'node:fs';

const ZEROS = Buffer.alloc(256 * 1024);

/**
 * Makes a file longer, so that later writes do not: the sync of a file that has grown takes several times as long.
 * Returns the new length, which is shorter on a full disk.
 */
export function appendZeros(file: number, length: number, bytes: number): number {
  const end = length + bytes;
  let at = length;
  try {
    while (at < end) at += writeSync(file, ZEROS, 0, Math.min(ZEROS.length, end - at), at);
  } catch {
    // The writes that follow make the file longer themselves, or report the error.
  }
  return at;
}
