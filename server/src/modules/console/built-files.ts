import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Relative to the bundle of the service, and to this source file. */
const FOLDERS = ['../console/dist/', '../../../../console/dist/'];
/** Names that the build makes. The service reads no others, so no path leads out of the folder. */
const FILE_NAME = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.([a-z0-9]+)$/;

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
};

/** In order of preference: brotli is a sixth smaller. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

export interface BuiltFile {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly encoding: string | undefined;
}

export interface BuiltFiles {
  /** The page, with a placeholder for the nonce; undefined when the console has not been built. */
  findPage(): Promise<string | undefined>;
  findAsset(name: string, accepted: string): Promise<BuiltFile | undefined>;
}

/** Reads files on every request: browsers cache them, so memory need not. */
export function openBuiltFiles(folder = findFolder()): BuiltFiles {
  return {
    async findPage() {
      return (await findFile(`${folder}index.html`))?.toString('utf8');
    },
    async findAsset(name, accepted) {
      const type = TYPES[FILE_NAME.exec(name)?.[1] ?? ''];
      if (type === undefined) return undefined;
      for (const { name: encoding, ending } of ENCODINGS) {
        if (!accepts(accepted, encoding)) continue;
        const bytes = await findFile(`${folder}assets/${name}${ending}`);
        if (bytes !== undefined) return { bytes, type, encoding };
      }
      const bytes = await findFile(`${folder}assets/${name}`);
      return bytes && { bytes, type, encoding: undefined };
    },
  };
}

function findFolder(): string {
  const folders = FOLDERS.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return folders.find((folder) => existsSync(`${folder}index.html`)) ?? folders.at(-1) ?? '';
}

async function findFile(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function accepts(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((part) => {
    const [name = '', quality = ''] = part.trim().toLowerCase().split(';');
    return name === encoding && !/^\s*q=0(\.0*)?$/.test(quality);
  });
}
