import { fsync, ftruncateSync } from 'node:fs';
import { promisify } from 'node:util';
import type { PageChange, StorePart } from '../format/pack-writer.ts';
import { DamagedObject } from '../format/sealer.ts';
import type { NamedImage } from './find-generations.ts';
import type { PageBuffers } from './page-buffers.ts';
import { PendingPages } from './pending-pages.ts';
import { SettledPages } from './settled-pages.ts';

const syncFile = promisify(fsync);

export type StoreEnd =
  | { readonly kind: 'whole' }
  /** Commits are missing in the archive; the store is in the state after the last commit before them. */
  | { readonly kind: 'cut'; readonly reason: string }
  /** A page does not have its checksum, because the image or a change is wrong. */
  | { readonly kind: 'wrong'; readonly reason: string }
  | { readonly kind: 'unusable'; readonly reason: string };

interface RecoveringOptions {
  readonly atMs: number;
  /** Ends the store before the first commit whose pages do not have their checksums. Otherwise only their last versions are compared. */
  readonly checksCommits: boolean;
  readonly buffers: PageBuffers;
}

/** A store's file while a recovery brings it from an image to a moment. */
export class RecoveringStore {
  readonly image: NamedImage;
  readonly #path: string;
  readonly #atMs: number;
  readonly #checksCommits: boolean;
  readonly #pending: PendingPages;
  readonly #settled: SettledPages;
  #applied: number;
  /** The number of the store's commits before the next entry. */
  #cursor = 0;
  #pageSize = 0;
  /** How many pages the next commit has had so far, each version of a page counted. */
  #pagesOfNextCommit = 0;
  #isNextCommitWhole = true;
  /** Length of the store after its last commit; undefined before the first. */
  #length: { readonly pages: number; readonly bytes: number } | undefined;
  #timeMs: number;
  #isDone = false;
  #object = '';
  #gap: string | undefined;

  constructor(path: string, image: NamedImage, { atMs, checksCommits, buffers }: RecoveringOptions) {
    this.#path = path;
    this.image = image;
    this.#atMs = atMs;
    this.#checksCommits = checksCommits;
    this.#applied = image.from;
    this.#timeMs = image.untilMs;
    this.#settled = new SettledPages(path, buffers);
    this.#pending = new PendingPages(`${path}-pending`, this.#settled, buffers);
  }

  get timeMs(): number {
    return this.#timeMs;
  }

  get path(): string {
    return this.#path;
  }

  begin({ commits, pagesBefore, pageSize }: StorePart, object: string): void {
    this.#cursor = commits;
    this.#object = object;
    if (pageSize === 0) return;
    this.#pageSize = pageSize;
    // After a gap the store begins with a new number, and the rest of its last transaction never comes.
    if (pagesBefore === 0) this.#beginCommit();
    if (pagesBefore !== this.#pagesOfNextCommit) this.#isNextCommitWhole = false;
  }

  page(page: number, bytes: Uint8Array): void {
    this.#pagesOfNextCommit += 1;
    if (this.#isNext) this.#pending.add(page, bytes);
  }

  /** Throws `DamagedObject`. */
  change(page: number, change: PageChange): void {
    this.#pagesOfNextCommit += 1;
    if (!this.#isNext || this.#pending.change(page, this.#pageSize, change)) return;
    throw new DamagedObject(this.#object, 'a change does not fit into its page');
  }

  commit(pages: number, timeMs: number): void {
    const before = this.#cursor;
    const isWhole = this.#isNextCommitWhole;
    this.#cursor += 1;
    this.#pagesOfNextCommit = 0;
    this.#isNextCommitWhole = true;
    if (before < this.#applied || this.#gap !== undefined || this.#isDone) return;
    // Commits up to the end of the image belong to it, regardless of their time.
    if (timeMs > this.#atMs && this.#cursor > this.image.until) {
      this.#isDone = true;
      this.#pending.clear();
      return;
    }
    if (before > this.#applied) {
      this.#gap = `its commits before ${this.#object} are missing`;
      return;
    }
    if (!isWhole) {
      this.#gap = `pages of its commit in ${this.#object} are missing`;
      return;
    }
    const wrong = this.#findWrong(pages);
    if (wrong !== undefined) {
      this.#gap = `the change of page ${wrong} in ${this.#object} does not result in its checksum`;
      return;
    }
    this.#pending.settle(this.#pageSize);
    this.#length = { pages, bytes: pages * this.#pageSize };
    this.#applied = this.#cursor;
    this.#timeMs = Math.max(this.#timeMs, timeMs);
  }

  /** The store's last commits before the next entry are lost. The first of them is not older than the time. */
  gap(timeMs: number): void {
    if (this.#cursor <= this.#applied || this.#gap !== undefined || this.#isDone) return;
    if (timeMs > this.#atMs) this.#isDone = true;
    else this.#gap = `its commits in ${this.#object} are missing`;
    this.#pending.clear();
  }

  /** Writes what is committed, closes the file and gives back the buffers. Pages of an unfinished transaction stay. */
  rest(): void {
    this.#settled.close();
  }

  /** Writes everything. Call `makeDurable` next. */
  finish(): StoreEnd {
    this.#pending.clear();
    this.#settled.flush();
    if (this.#length !== undefined) ftruncateSync(this.#settled.file(), this.#length.bytes);
    const wrong = this.#settled.findWrong(this.#length?.pages ?? 0);
    if (wrong !== undefined) return { kind: 'wrong', reason: `page ${wrong} does not have its checksum` };
    if (this.#applied < this.image.until) {
      return { kind: 'unusable', reason: this.#gap ?? 'the commits of its image are not all there' };
    }
    return this.#gap === undefined ? { kind: 'whole' } : { kind: 'cut', reason: this.#gap };
  }

  /** The system writes the file to the disk meanwhile, also when this thread is busy. */
  async makeDurable(): Promise<void> {
    await syncFile(this.#settled.file());
    this.rest();
  }

  /** Before the end of the image its pages may be newer than their changes, so those commits are not checked. */
  #findWrong(pages: number): number | undefined {
    if (!this.#checksCommits || this.#cursor <= this.image.until) return undefined;
    return this.#pending.findWrong(pages, this.#pageSize);
  }

  #beginCommit(): void {
    this.#pagesOfNextCommit = 0;
    this.#isNextCommitWhole = true;
    this.#pending.clear();
  }

  get #isNext(): boolean {
    return this.#cursor === this.#applied && !this.#isDone && this.#gap === undefined;
  }
}
