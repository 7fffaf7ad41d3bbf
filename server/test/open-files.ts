import { readdir, readlink } from 'node:fs/promises';

/** The files below `folder` that this process has open, including deleted ones. Works only on Linux. */
export async function openFilesBelow(folder: string): Promise<readonly string[]> {
  const handles = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(folder));
}
