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
    if (codeOf(error) === 'EEXIST' && (await isFolder(path))) return;
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, MODE).catch(unlessMadeMeanwhile);
  }
}

export function makeFolderSync(path: string): void {
  try {
    mkdirSync(path, MODE);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && isFolderSync(path)) return;
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolderSync(dirname(path));
    try {
      mkdirSync(path, MODE);
    } catch (second) {
      unlessMadeMeanwhile(second);
    }
  }
}

/** False for a link that leads nowhere, so that callers see why the folder could not be created. */
async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function isFolderSync(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function unlessMadeMeanwhile(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

function codeOf(error: unknown): unknown {
  return Object(error).code;
}
