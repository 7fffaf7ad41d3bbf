import { closeSync, existsSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { NOTE_BYTES, NOTES_SUFFIX } from '../log-archive.ts';

/** Fields of the log's index (https://www.sqlite.org/walformat.html#the_wal_index_file_format). */
const INDEX_BYTES = 48;
const LAST_FRAME_AT = 16;
const SALTS_AT = 32;

/**
 * Writes down after each commit where it ended in the log and when it was made: an archive of the log needs the times, and the notes
 * prove that it has every commit. The file's name is durable before the first commit is.
 */
export class CommitNotes {
  readonly #file: string;
  readonly #onNote: () => void;
  readonly #index = Buffer.alloc(INDEX_BYTES);
  readonly #note = Buffer.alloc(NOTE_BYTES);
  #notes: number | undefined;
  #log: number | undefined;

  constructor(file: string, onNote: () => void) {
    this.#file = file;
    this.#onNote = onNote;
  }

  /** Call before a commit. Throws when the disk refuses the file. */
  prepare(): void {
    if (this.#notes !== undefined) return;
    const path = this.#file + NOTES_SUFFIX;
    const isNew = !existsSync(path);
    const notes = openSync(path, 'a', 0o600);
    try {
      if (isNew) {
        fsyncSync(notes);
        syncFolder(dirname(path));
      }
      this.#notes = notes;
    } catch (error) {
      closeSync(notes);
      throw error;
    }
  }

  /** Call after a commit. A full disk may refuse the note; the next one then covers this commit too. */
  note(): void {
    const [note, index] = [this.#note, this.#index];
    if (this.#notes === undefined) return;
    this.#log ??= openSync(`${this.#file}-shm`, 'r');
    readSync(this.#log, index, 0, INDEX_BYTES, 0);
    const isSame =
      index.compare(note, 0, 8, SALTS_AT, SALTS_AT + 8) === 0 &&
      index.compare(note, 8, 12, LAST_FRAME_AT, LAST_FRAME_AT + 4) === 0;
    if (isSame) return;
    index.copy(note, 0, SALTS_AT, SALTS_AT + 8);
    index.copy(note, 8, LAST_FRAME_AT, LAST_FRAME_AT + 4);
    note.writeDoubleLE(Date.now(), 16);
    try {
      writeSync(this.#notes, note);
    } catch {
      note.fill(0);
    }
    this.#onNote();
  }

  close(): void {
    if (this.#notes !== undefined) closeSync(this.#notes);
    if (this.#log !== undefined) closeSync(this.#log);
    this.#notes = undefined;
    this.#log = undefined;
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
