import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const MODE = 0o700;

/**
 * Creates a folder, and its parents where they are missing, for this user only. Node's `recursive` never ends where the
 * system reports a missing folder although the parent exists, for example in /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, MODE);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, MODE).catch(unlessMadeMeanwhile);
  }
}

export function makeFolderSync(path: string): void {
  try {
    mkdirSync(path, MODE);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(path).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolderSync(dirname(path));
    try {
      mkdirSync(path, MODE);
    } catch (second) {
      unlessMadeMeanwhile(second);
    }
  }
}

function unlessMadeMeanwhile(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

function codeOf(error: unknown): unknown {
  return Object(error).code;
}
