import type { BuildFailure, Message, OnLoadResult, Plugin } from 'esbuild';
import { createBuilder, type InMemory } from './builder.ts';
import { resolveImport, type SourceFiles } from './resolve-import.ts';
import { invalidSource, type SourceProblem } from './source-error.ts';

/** Files are known to the bundler by this name and nothing else: it looks at no disk. */
const NAMESPACE = 'function';
/** Far beyond what people and minifiers write; the bundler takes a kilobyte of stack for each level, until it dies. */
const BRACKETS_DEEP_MAX = 10_000;
const MODULE_BYTES_MAX = 10 * 1024 * 1024;

/** One ES module made of a function's files. */
export interface Bundle {
  readonly entry: string;
  readonly module: string;
  /** JSON text; its sources are the paths of the files. */
  readonly sourceMap: string;
  /** The paths of the files that it is made of. */
  readonly inputs: readonly string[];
}

export interface Bundler {
  /** Throws `invalid_source` with every problem and its place. The entry is `index.ts` or `index.js` when it is not said. */
  bundle(files: SourceFiles, entry?: string): Promise<Bundle>;
  close(): Promise<void>;
}

export function createBundler(): Bundler {
  const builder = createBuilder();
  // A deployment of the app has many functions made of the same files.
  const shallow = new WeakSet<SourceFiles>();
  return {
    async bundle(files, entry = entryOf(files)) {
      if (!shallow.has(files)) requireShallow(files);
      shallow.add(files);
      const built = await builder.build(optionsFor(files, entry)).catch((error: unknown) => {
        if (isBuildFailure(error)) throw invalidSource(error.errors.map((problem) => problemOf(problem, entry)));
        throw error;
      });
      const [output] = Object.values(built.metafile.outputs).filter(({ entryPoint }) => entryPoint !== undefined);
      if (output?.exports.includes('default') !== true) throw invalidSource([noDefault(entry)]);
      const textOf = (ending: string): string =>
        built.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
      const module = textOf('.js');
      if (module.includes('\0'))
        throw invalidSource([problemAt(entry, 'The source contains NUL: write it as an escape.')]);
      if (Buffer.byteLength(module) > MODULE_BYTES_MAX) throw invalidSource([tooLarge(entry)]);
      const inputs = Object.keys(built.metafile.inputs).map(pathOf);
      return { entry, module, sourceMap: textOf('.js.map'), inputs };
    },
    close: () => builder.close(),
  };
}

function entryOf(files: SourceFiles): string {
  const entry = ['index.ts', 'index.js'].find((path) => files.has(path));
  if (entry !== undefined) return entry;
  throw invalidSource([problemAt('index.ts', 'The files have no entry: index.ts or index.js is needed.')]);
}

function requireShallow(files: SourceFiles): void {
  for (const [file, text] of files) {
    if (depthOf(text) > BRACKETS_DEEP_MAX) throw invalidSource([problemAt(file, 'The source is nested too deeply.')]);
  }
}

/** How deep brackets stand within each other at most, those in strings included. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x28 || code === 0x5b || code === 0x7b) depth += 1;
    else if (depth > 0 && (code === 0x29 || code === 0x5d || code === 0x7d)) depth -= 1;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
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

function problemAt(file: string, message: string): SourceProblem {
  return { file, line: 1, column: 1, message };
}

function noDefault(entry: string): SourceProblem {
  return problemAt(entry, 'There is no default export: write "export default async function (ctx) { … }".');
}

function tooLarge(entry: string): SourceProblem {
  return problemAt(entry, `The bundled function is larger than ${MODULE_BYTES_MAX} bytes.`);
}
