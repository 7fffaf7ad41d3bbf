import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { readLines } from '../../../files/read-lines.ts';
import type { DumpRow } from './dump.ts';

interface TableFile {
  readonly file: string;
  readonly output: WriteStream;
  rows: number;
}

/** Rows by table in files of their own: a dump has them before it has said how its tables hang together. */
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
    if (!opened.output.write(`${JSON.stringify(row)}\n`)) await once(opened.output, 'drain');
  }

  countOnly(table: string): void {
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
  }

  async finish(): Promise<void> {
    for (const { output } of this.#tables.values()) {
      output.end();
      await finished(output);
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
    // Numbered: the names of tables are others'.
    const file = join(this.#folder, `rows-${this.#tables.size}.ndjson`);
    const opened = { file, output: createWriteStream(file), rows: 0 };
    this.#tables.set(table, opened);
    return opened;
  }
}
