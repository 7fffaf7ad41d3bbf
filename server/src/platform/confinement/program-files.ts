import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Devices without state that runtimes open. */
const DEVICES = ['/dev/null', '/dev/zero', '/dev/urandom'];
/** Runs in the namespace, because entering it needs the rights that it drops. */
const DROPS_RIGHTS = ['/usr/bin/setpriv', '/bin/setpriv'];
/** Where the dynamic linker looks for libraries outside of its usual folders. */
const LINKER_CACHE = '/etc/ld.so.cache';
const LIBRARY = /\.(?:node|so)(?:\.[\d.]+)?$/;
const LDD_LINE = /(?:^|\s)(\/\S+) \(0x/gm;

export interface ProgramFiles {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

export async function pathsOf(program: ProgramFiles): Promise<readonly string[]> {
  const { folders } = program;
  const single = [...program.files, ...DROPS_RIGHTS].filter((path) => existsSync(path));
  const inFolders = await Promise.all(folders.map(librariesIn));
  const linked = await Promise.all([...single, ...inFolders.flat()].map(librariesOf));
  const files = new Set([...single, ...linked.flat(), ...DEVICES, LINKER_CACHE].filter((path) => existsSync(path)));
  const outside = [...files].filter((file) => !folders.some((folder) => file.startsWith(`${folder}/`)));
  return [...withoutNested(folders), ...outside];
}

function withoutNested(folders: readonly string[]): readonly string[] {
  const all = [...new Set(folders)];
  return all.filter((folder) => !all.some((other) => folder.startsWith(`${other}/`)));
}

async function librariesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && LIBRARY.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Lists the libraries that `ldd` names; it fails for static programs, which have none. */
async function librariesOf(program: string): Promise<readonly string[]> {
  const found = await promisify(execFile)('ldd', [program], { env: {}, cwd: '/' }).catch(() => ({ stdout: '' }));
  return Array.from(found.stdout.matchAll(LDD_LINE), ([, path = '']) => path);
}

/** The folder of an installed package and those of all packages it needs, as Node finds them from `from`. */
export async function packageFolders(name: string, from: string): Promise<readonly string[]> {
  const folder = findPackage(name, from);
  if (folder === undefined) return [];
  const { dependencies, optionalDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const needed = Object.keys({ ...dependencies, ...optionalDependencies });
  return [folder, ...(await Promise.all(needed.map((one) => packageFolders(one, folder)))).flat()];
}

function findPackage(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(folder)) return folder;
    if (at === dirname(at)) return undefined;
  }
}
