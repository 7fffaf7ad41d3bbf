import { open } from 'node:fs/promises';

/** What is read of the index of a log: numbers of 32 bits (https://www.sqlite.org/walformat.html#the_wal_index_file_format). */
const NUMBERS = 25;
/** The last page of the log. */
const LAST = 4;
/** The last page that is in the database too. */
const COPIED = 24;

/** Pages in the log of a database that are not in the database yet. The log's file keeps its length when it starts anew. */
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
