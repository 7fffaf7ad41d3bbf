import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { NOTE_BYTES, NOTES_SUFFIX } from '../log-archive/index.ts';
import { syncDirectory } from './data-directory.ts';
import type { LogTail } from './log-tail.ts';

const FRAME_AT = 8;
const TIME_AT = 16;

/** Records where each commit ended in the log, and when: an archive needs the times, and proof of every commit. */
export class CommitNotes {
  readonly #file: string;
  readonly #onNote: () => void;
  readonly #note = Buffer.alloc(NOTE_BYTES);
  #notes: number | undefined;

  constructor(file: string, onNote: () => void) {
    this.#file = file;
    this.#onNote = onNote;
  }

  /** Call before a commit: the file's name must be durable first. Throws when the disk refuses the file. */
  prepare(): void {
    if (this.#notes !== undefined) return;
    const path = this.#file + NOTES_SUFFIX;
    const isNew = !existsSync(path);
    const notes = openSync(path, 'a', 0o600);
    try {
      if (isNew) {
        fsyncSync(notes);
        syncDirectory(dirname(path));
      } else dropPartialNote(notes);
      this.#notes = notes;
    } catch (error) {
      closeSync(notes);
      throw error;
    }
  }

  /** Call once a commit is durable. If a full disk refuses the note, the next one covers this commit too. */
  note(tail: LogTail): void {
    const note = this.#note;
    if (this.#notes === undefined) return;
    const { salts, frame } = tail.end();
    if (salts.equals(note.subarray(0, salts.length)) && note.readUInt32LE(FRAME_AT) === frame) return;
    salts.copy(note);
    note.writeUInt32LE(frame, FRAME_AT);
    note.writeDoubleLE(Date.now(), TIME_AT);
    try {
      if (writeSync(this.#notes, note) < NOTE_BYTES) throw new Error('the note was not written whole');
    } catch {
      note.fill(0);
      closeSync(this.#notes);
      this.#notes = undefined;
    }
    this.#onNote();
  }

  close(): void {
    if (this.#notes !== undefined) closeSync(this.#notes);
    this.#notes = undefined;
  }
}

/** A power cut or a full disk may leave a part of a note, after which no later note could be read. */
function dropPartialNote(notes: number): void {
  const { size } = fstatSync(notes);
  if (size % NOTE_BYTES !== 0) ftruncateSync(notes, size - (size % NOTE_BYTES));
}
