import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Report } from './ledger.ts';

/** Reads what a writer reports from the file of its standard output: unlike a pipe, it tells when everything has been read. */
export class ReportReader {
  readonly #file: number;
  #at = 0;
  #rest = '';

  constructor(path: string) {
    this.#file = openSync(path, 'r');
  }

  /** The reports since the last call. A line that a kill has cut is none. */
  read(): readonly Report[] {
    const length = fstatSync(this.#file).size - this.#at;
    if (length === 0) return [];
    const bytes = Buffer.alloc(length);
    this.#at += readSync(this.#file, bytes, 0, length, this.#at);
    const lines = (this.#rest + bytes.toString()).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.map((line) => JSON.parse(line) as Report);
  }

  close(): void {
    closeSync(this.#file);
  }
}
