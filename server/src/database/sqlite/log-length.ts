import { open } from 'node:fs/promises';

/**
 * The part of a log's index that is read, as 32-bit numbers
 * (https://www.sqlite.org/walformat.html#the_wal_index_file_format).
 */
const NUMBERS = 25;
const LAST = 4;
const COPIED = 24;

/**
 * The number of pages in a database's log that have not been copied to the database. The size of the log's file does
 * not show this: it stays the same when the log restarts.
 */
export async function pagesToCopy(file: string): Promise<number> {
  const index = await open(`${file}-shm`);
  try {
    const numbers = new Uint32Array(NUMBERS);
    await index.read(numbers, 0, numbers.byteLength, 0);
    return Math.max(0, (numbers[LAST] ?? 0) - (numbers[COPIED] ?? 0));
  } finally {
    await index.close();
  }
}
