import { closeSync, ftruncateSync, openSync, readSync, rmSync } from 'node:fs';
import { NOTE_BYTES } from '../../database/log-archive/index.ts';

const READ_BYTES = 2_730 * NOTE_BYTES;

/** The position where a commit ended in the log of its store, and the time of the commit. */
export interface CommitNote {
  readonly salts: string;
  readonly frame: number;
  readonly timeMs: number;
}

/** The notes from an offset on, and the offset where they end. Empty when there is no file. */
export function readNotes(path: string, offset: number): { readonly notes: CommitNote[]; readonly end: number } {
  const notes: CommitNote[] = [];
  const file = openIfThere(path, 'r');
  if (file === undefined) return { notes, end: offset };
  let end = offset;
  try {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    for (;;) {
      const whole = Math.floor(readSync(file, buffer, 0, READ_BYTES, end) / NOTE_BYTES);
      if (whole === 0) break;
      for (let at = 0; at < whole * NOTE_BYTES; at += NOTE_BYTES) {
        notes.push({
          salts: buffer.toString('hex', at, at + 8),
          frame: buffer.readUInt32LE(at + 8),
          timeMs: buffer.readDoubleLE(at + 16),
        });
      }
      end += whole * NOTE_BYTES;
    }
  } finally {
    closeSync(file);
  }
  return { notes, end };
}

/** Call when every commit has been taken and no commit can happen. */
export function emptyNotes(path: string): void {
  const file = openIfThere(path, 'r+');
  if (file === undefined) return;
  ftruncateSync(file, 0);
  closeSync(file);
}

/** Call when every commit has been taken and no connection has the store open. */
export function removeNotes(path: string): void {
  rmSync(path, { force: true });
}

function openIfThere(path: string, flags: string): number | undefined {
  try {
    return openSync(path, flags);
  } catch (error) {
    if (Object(error).code === 'ENOENT') return undefined;
    throw error;
  }
}
