import { isBuiltin } from 'node:module';
import { relative, sep } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { CONDITIONS, type PackageImports, sourceFailure } from './read-sources.ts';

const SHARED = 'node_modules/_shared';
const NO_NAMES: PackageImports = new Map();

/** The packages as files `node_modules/<specifier>/index.js`, built in one run, so that they share common code. */
export async function bundlePackages(folder: string, packages: PackageImports): Promise<ReadonlyMap<string, string>> {
  if (packages.size === 0) return new Map();
  const specifiers = [...packages.keys()];
  const first = await run(folder, specifiers, NO_NAMES);
  // A CommonJS package gets its export names only at run time, so the imported names are exported explicitly.
  const older = specifiers.filter((specifier) => isOlderFormat(first.metafile, specifier));
  const named = new Map([...packages].filter(([specifier]) => older.includes(specifier)));
  const { outputFiles } = older.length === 0 ? first : await run(folder, specifiers, named);
  const files = outputFiles.map(({ path, text }) => [relative(folder, path).split(sep).join('/'), text] as const);
  return new Map(files.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function run(folder: string, specifiers: readonly string[], named: PackageImports) {
  const { build } = await import('esbuild');
  return build({
    entryPoints: specifiers.map((specifier) => ({
      in: named.has(specifier) ? `${NAMED}${specifier}` : specifier,
      out: `node_modules/${specifier}/index`,
    })),
    absWorkingDir: folder,
    outdir: folder,
    chunkNames: `${SHARED}/[hash]`,
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    metafile: true,
    platform: 'neutral',
    mainFields: ['browser', 'module', 'main'],
    conditions: CONDITIONS,
    target: 'esnext',
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [namedEntries(folder, named), builtinsByName(), refuseNativeModules()],
  }).catch((error: unknown) => {
    throw sourceFailure(error, folder);
  });
}

function isOlderFormat({ outputs, inputs }: Metafile, specifier: string): boolean {
  const { entryPoint = '' } = outputs[`node_modules/${specifier}/index.js`] ?? {};
  return inputs[entryPoint]?.format === 'cjs';
}

const NAMED = 'named:';

function namedEntries(resolveDir: string, named: PackageImports): Plugin {
  return {
    name: 'named-entries',
    setup(build) {
      build.onResolve({ filter: /^named:/ }, ({ path }) => ({ path: path.slice(NAMED.length), namespace: 'named' }));
      build.onLoad({ filter: /.*/, namespace: 'named' }, ({ path }) => {
        const names = [...(named.get(path) ?? [])].map((name) => `export const ${name} = all.${name};`);
        const contents = `import * as all from ${JSON.stringify(path)};\nexport default all.default;\n${names.join('\n')}`;
        return { contents, resolveDir };
      });
    },
  };
}

/** The runtime offers Node's modules only by their full name, and only to `import`. */
function builtinsByName(): Plugin {
  return {
    name: 'builtins',
    setup(build) {
      build.onResolve({ filter: /^(?:node:)?[a-z_/0-9]+$/ }, async (args) => {
        const { path, importer, resolveDir, kind } = args;
        if (args.pluginData === 'asked' || kind === 'entry-point' || !isBuiltin(path)) return undefined;
        if (!path.startsWith('node:')) {
          const packaged = await build.resolve(path, { importer, resolveDir, kind, pluginData: 'asked' });
          if (packaged.errors.length === 0) return packaged;
        }
        const name = path.startsWith('node:') ? path : `node:${path}`;
        return kind === 'require-call' ? { path: name, namespace: 'builtin' } : { path: name, external: true };
      });
      build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
        contents: `import all from ${JSON.stringify(path)};\nmodule.exports = all;`,
      }));
    },
  };
}

function refuseNativeModules(): Plugin {
  return {
    name: 'native',
    setup(build) {
      build.onResolve({ filter: /\.node$/ }, ({ path }) => ({
        errors: [{ text: `"${path}" is native and cannot run in a function.` }],
      }));
    },
  };
}
