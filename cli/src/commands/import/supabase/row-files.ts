import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { readLines } from '../../../files/read-lines.ts';
import type { DumpRow } from './dump.ts';

interface TableFile {
  readonly file: string;
  readonly output: WriteStream;
  /** Rejects when the file cannot be written, for example because the disk is full. */
  readonly ended: Promise<void>;
  rows: number;
}

/** Rows in one file per table, because a dump contains them before the relations between its tables. */
export class RowFiles {
  readonly #folder: string;
  readonly #tables = new Map<string, TableFile>();
  readonly #counts = new Map<string, number>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(table: string, row: DumpRow): Promise<void> {
    const opened = this.#tables.get(table) ?? this.#open(table);
    opened.rows += 1;
    const { output } = opened;
    if (output.write(`${JSON.stringify(row)}\n`)) return;
    // After an error, `drain` never comes.
    if (output.errored !== null) throw output.errored;
    await once(output, 'drain');
  }

  countOnly(table: string): void {
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
  }

  async finish(): Promise<void> {
    for (const { output, ended } of this.#tables.values()) {
      output.end();
      await ended;
    }
  }

  count(table: string): number {
    return this.#tables.get(table)?.rows ?? this.#counts.get(table) ?? 0;
  }

  async *rows(table: string): AsyncGenerator<DumpRow> {
    const opened = this.#tables.get(table);
    if (opened === undefined) return;
    for await (const line of readLines(createReadStream(opened.file))) yield JSON.parse(line) as DumpRow;
  }

  #open(table: string): TableFile {
    // Files are numbered, because table names from a dump are not trusted as file names.
    const file = join(this.#folder, `rows-${this.#tables.size}.ndjson`);
    const output = createWriteStream(file);
    const ended = finished(output);
    // Awaited only at the end; until then a failure must not count as unhandled.
    ended.catch(() => undefined);
    const opened = { file, output, ended, rows: 0 };
    this.#tables.set(table, opened);
    return opened;
  }
}
