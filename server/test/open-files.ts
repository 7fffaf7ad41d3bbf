import { readdir, readlink } from 'node:fs/promises';

/** The files below `folder` that this process holds open, deleted ones too. Only Linux tells. */
export async function openFilesBelow(folder: string): Promise<readonly string[]> {
  const handles = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(folder));
}
