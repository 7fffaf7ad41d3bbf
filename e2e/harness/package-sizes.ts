import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

export const PACKAGE_NAMES = ['client', 'auth', 'functions', 'data'] as const;
/** In kilobytes of 1,024 bytes, gzipped, without React and without parts that are loaded on demand. */
export const BUDGETS_KB = { client: 2.5, auth: 4, functions: 3, data: 14.5, all: 16.4 } as const;

export type MeasuredPackage = keyof typeof BUDGETS_KB;

/** The gzipped bytes that an app in `folder` loads for each package, and for all of them together. */
export async function measurePackageSizes(folder: string): Promise<Readonly<Record<MeasuredPackage, number>>> {
  const one = (name: string): Promise<number> => gzippedBytes(folder, `export * from '@service/${name}';`);
  const all = PACKAGE_NAMES.map((name) => `import * as ${name} from '@service/${name}'; globalThis.${name} = ${name};`);
  return {
    client: await one('client'),
    auth: await one('auth'),
    functions: await one('functions'),
    data: await one('data'),
    all: await gzippedBytes(folder, all.join('\n')),
  };
}

/** The bytes that a page loads initially for these imports. */
async function gzippedBytes(folder: string, contents: string): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: folder, sourcefile: 'entry.js' },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    outdir: join(folder, 'out'),
    external: ['react'],
    define: { 'process.env.NODE_ENV': '"production"', __SERVICE_CONFIG__: '"{}"' },
    write: false,
    metafile: true,
    logLevel: 'silent',
    absWorkingDir: folder,
  });
  const loaded = staticOutputs(metafile, 'out/stdin.js');
  const sizes = outputFiles.filter(({ path }) => loaded.has(path.slice(folder.length + 1)));
  return sizes.reduce((sum, { contents: bytes }) => sum + gzipSync(bytes, { level: 9 }).length, 0);
}

function staticOutputs({ outputs }: Metafile, entry: string, seen = new Set<string>()): Set<string> {
  seen.add(entry);
  for (const { kind, path } of outputs[entry]?.imports ?? []) {
    if (kind === 'import-statement' && outputs[path] && !seen.has(path))
      staticOutputs({ outputs } as Metafile, path, seen);
  }
  return seen;
}
