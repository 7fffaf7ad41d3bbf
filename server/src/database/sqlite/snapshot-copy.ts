import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Row } from '../database.ts';
import type { Value } from '../statement.ts';
import { StoreHandle } from './store-handle.ts';

/** Target size of one page. A row of two megabytes is a page of its own. */
const PAGE_CHARS = 256 * 1024;

/** A copy of a store at one moment in a private file, so that reading it blocks nothing. */
export class SnapshotCopy {
  readonly #file: string;
  readonly #handle: StoreHandle;
  #rows: Iterator<Row> | undefined;

  /** Leaves no file behind when it fails. */
  constructor(source: StoreHandle, file: string) {
    this.#file = file;
    try {
      source.run({ text: 'VACUUM INTO ?', values: [file] });
      const db = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: false, defensive: true });
      db.exec('PRAGMA trusted_schema = OFF; PRAGMA temp_store = FILE; PRAGMA cache_size = -4096');
      this.#handle = new StoreHandle(file, { store: source.store, db });
    } catch (error) {
      rmSync(file, { force: true });
      throw error;
    }
  }

  begin(text: string, values: readonly Value[]): Row[] {
    this.#rows = this.#handle.iterateRows(text, values)[Symbol.iterator]();
    return this.next();
  }

  next(): Row[] {
    const page: Row[] = [];
    for (let chars = 0; chars < PAGE_CHARS; ) {
      const next = this.#rows?.next();
      if (next === undefined || next.done === true) break;
      page.push(next.value);
      for (const value of Object.values(next.value)) chars += typeof value === 'string' ? value.length : 8;
    }
    return page;
  }

  query(text: string, values: readonly Value[]): Row[] {
    return this.#handle.rows(text, values);
  }

  close(): void {
    this.#handle.close();
    rmSync(this.#file, { force: true });
  }
}
