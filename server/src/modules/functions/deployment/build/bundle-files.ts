import { type BuildFailure, type BuildOptions, build, type Message, type OnLoadResult, type Plugin } from 'esbuild';
import type { BundleReply } from './bundle-order.ts';
import { resolveImport, type SourceFiles } from './resolve-import.ts';
import { problemAt, type SourceProblem } from './source-error.ts';

/** Files are known to the bundler by this name and nothing else: it looks at no disk. */
const NAMESPACE = 'function';
const MODULE_BYTES_MAX = 10 * 1024 * 1024;

/** A build that comes back and is not written anywhere. */
type InMemory = BuildOptions & { readonly write: false; readonly metafile: true };

/** Makes one module of files. Rejects when the bundler itself dies. */
export async function bundleFiles(files: SourceFiles, entry: string): Promise<BundleReply> {
  try {
    const built = await build<InMemory>(optionsFor(files, entry));
    const [output] = Object.values(built.metafile.outputs).filter(({ entryPoint }) => entryPoint !== undefined);
    if (output?.exports.includes('default') !== true) return refused(entry, NO_DEFAULT);
    const textOf = (ending: string): string => built.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
    const module = textOf('.js');
    if (module.includes('\0')) return refused(entry, NUL);
    if (Buffer.byteLength(module) > MODULE_BYTES_MAX) return refused(entry, TOO_LARGE);
    const inputs = Object.keys(built.metafile.inputs).map(pathOf);
    return { bundle: { entry, module, sourceMap: textOf('.js.map'), inputs } };
  } catch (error) {
    if (isBuildFailure(error)) return { problems: error.errors.map((problem) => problemOf(problem, entry)) };
    throw error;
  }
}

const NO_DEFAULT = 'There is no default export: write "export default async function (ctx) { … }".';
const NUL = 'The source contains NUL: write it as an escape.';
const TOO_LARGE = `The bundled function is larger than ${MODULE_BYTES_MAX} bytes.`;

function refused(entry: string, message: string): BundleReply {
  return { problems: [problemAt(entry, message)] };
}

function optionsFor(files: SourceFiles, entry: string): InMemory {
  return {
    entryPoints: [`./${entry}`],
    bundle: true,
    write: false,
    metafile: true,
    outdir: '/',
    entryNames: 'function',
    format: 'esm',
    platform: 'browser',
    target: 'esnext',
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    charset: 'utf8',
    keepNames: true,
    jsx: 'automatic',
    // Nothing that lies around on this machine has a say in the result.
    tsconfigRaw: '{}',
    logLevel: 'silent',
    logLimit: 20,
    plugins: [filesOnly(files)],
  };
}

/** Answers every question about a path from the files of the deployment. */
function filesOnly(files: SourceFiles): Plugin {
  return {
    name: 'files-only',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
        const resolved = resolveImport(files, kind === 'entry-point' ? '.' : importer, path);
        if ('problem' in resolved) return { errors: [{ text: resolved.problem }] };
        if ('external' in resolved) return { path: resolved.external, external: true };
        return { path: resolved.file, namespace: NAMESPACE };
      });
      build.onLoad({ filter: /.*/ }, ({ path }) => contentsOf(files, path));
    },
  };
}

function contentsOf(files: SourceFiles, path: string): OnLoadResult {
  const ending = /\.(?:[cm]?([jt]s)|([jt]sx)|(json))$/.exec(path);
  const loader = (ending?.[1] ?? ending?.[2] ?? ending?.[3] ?? 'text') as 'js' | 'ts' | 'jsx' | 'tsx' | 'json' | 'text';
  return { contents: files.get(path) ?? '', loader };
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

function problemOf({ text, location, notes }: Message, entry: string): SourceProblem {
  const message = [text, ...notes.map((note) => note.text)].join(' ');
  if (location === null) return problemAt(entry, message);
  // The bundler counts bytes, and from 0.
  const before = Buffer.from(location.lineText).subarray(0, location.column).toString();
  return { file: pathOf(location.file), line: location.line, column: before.length + 1, message };
}

function pathOf(name: string): string {
  return name.replace(`${NAMESPACE}:`, '');
}
