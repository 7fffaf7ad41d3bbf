import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { readLines } from '../../../files/read-lines.ts';
import type { DumpRow } from './dump.ts';

interface Spooled {
  readonly file: string;
  readonly output: WriteStream;
  rows: number;
}

/** Rows by table in files of their own: a dump has them before it has said how its tables hang together. */
export class RowSpool {
  readonly #folder: string;
  readonly #tables = new Map<string, Spooled>();
  readonly #counts = new Map<string, number>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(table: string, row: DumpRow): Promise<void> {
    const spooled = this.#tables.get(table) ?? this.#open(table);
    spooled.rows += 1;
    if (!spooled.output.write(`${JSON.stringify(row)}\n`)) await once(spooled.output, 'drain');
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
    const spooled = this.#tables.get(table);
    if (spooled === undefined) return;
    for await (const line of readLines(createReadStream(spooled.file))) yield JSON.parse(line) as DumpRow;
  }

  #open(table: string): Spooled {
    // Numbered: the names of tables are others'.
    const file = join(this.#folder, `rows-${this.#tables.size}.ndjson`);
    const spooled = { file, output: createWriteStream(file), rows: 0 };
    this.#tables.set(table, spooled);
    return spooled;
  }
}
