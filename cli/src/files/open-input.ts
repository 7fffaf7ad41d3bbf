import { type FileHandle, open } from 'node:fs/promises';
import { inputFailure } from '../outcome/failure.ts';

/** Opens a file that the user named as input. `file` is its name in messages. */
export async function openInput(file: string, place: string): Promise<FileHandle> {
  try {
    return await open(place);
  } catch (error) {
    throw inputFailure(file, error);
  }
}

/** For plain files only: a pipe could not be opened again. */
export async function requireReadable(file: string, place: string): Promise<void> {
  const opened = await openInput(file, place);
  await opened.close();
}
