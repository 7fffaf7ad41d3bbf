import { lstat } from 'node:fs/promises';
import type { Api } from '../../api/api.ts';
import { fileForm } from '../../files/multipart.ts';
import { Failure } from '../../outcome/failure.ts';
import { type LeftOut, SourceFile, type SourceRow } from './source.ts';

export class Uploads {
  readonly counts = { done: 0, failed: 0 };
  readonly #api: Api;
  readonly #base: string;
  readonly #leftOut: LeftOut[];

  constructor(api: Api, base: string, leftOut: LeftOut[]) {
    this.#api = api;
    this.#base = base;
    this.#leftOut = leftOut;
  }

  static filesIn(row: SourceRow): SourceFile[] {
    return Object.values(row)
      .flat()
      .filter((value) => value instanceof SourceFile);
  }

  async inRow(row: SourceRow): Promise<SourceRow> {
    if (Uploads.filesIn(row).length === 0) return row;
    const values: [string, unknown][] = [];
    for (const [name, value] of Object.entries(row)) values.push([name, await this.#idsOf(value)]);
    return Object.fromEntries(values);
  }

  async #idsOf(value: unknown): Promise<unknown> {
    if (value instanceof SourceFile) return (await this.upload(value)) ?? null;
    if (!Array.isArray(value) || !value.some((each) => each instanceof SourceFile)) return value;
    const ids: string[] = [];
    for (const file of value as SourceFile[]) {
      const id = await this.upload(file);
      if (id !== undefined) ids.push(id);
    }
    return ids;
  }

  async upload(file: SourceFile): Promise<string | undefined> {
    try {
      // Refuses links, because a link in a foreign folder may lead anywhere.
      if (!(await lstat(file.place)).isFile()) throw new Error('It is no plain file.');
      const { place, path } = file;
      const { data } = await this.#api.call<{ id: string }>(`${this.#base}/storage/upload`, {
        method: 'POST',
        body: fileForm({ place, fields: { path }, name: path }),
      });
      this.counts.done += 1;
      return data.id;
    } catch (error) {
      if (error instanceof Failure && error.facts.status === undefined) throw error;
      this.counts.failed += 1;
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      const reason = isGone ? 'It is named, but not there.' : error instanceof Error ? error.message : String(error);
      this.#leftOut.push({ kind: 'file', name: file.path, reason });
      return undefined;
    }
  }
}
