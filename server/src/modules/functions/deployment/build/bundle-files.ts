import { posix } from 'node:path';
import type { BuildFailure, BuildOptions, Message, OnLoadResult, Plugin } from 'esbuild';
import type { BundleReply } from './bundle-order.ts';
import { NO_FOLDER, openFileNames } from './file-names.ts';
import { resolveImport, type SourceFiles } from './resolve-import.ts';
import { problemAt, type SourceProblem } from './source-error.ts';

// Imported only after the folder of this process is known.
const { build } = await import('esbuild');

const MODULE_BYTES_MAX = 10 * 1024 * 1024;

type InMemory = BuildOptions & { readonly write: false; readonly metafile: true };

/**
 * Rejects when the bundler itself crashes. esbuild looks up patterns (`import(\`./x/${name}\`)`) on disk: the first
 * build runs where no folder exists, the second among empty files with the deployment's names.
 */
export async function bundleFiles(files: SourceFiles, entry: string): Promise<BundleReply> {
  const first = await bundleIn({ folder: NO_FOLDER, lookUpFrom: NOWHERE, files, entry });
  const { patterns = [], ...reply } = first;
  if (patterns.length === 0 || patterns.some(leavesDeployment)) return reply;
  const folder = openFileNames(files.keys());
  try {
    const { patterns: _, ...second } = await bundleIn({ folder: folder.path, lookUpFrom: folder.path, files, entry });
    return second;
  } finally {
    folder.close();
  }
}

/** Deep enough below a missing folder that the `../` of a pattern cannot reach an existing folder. */
const NOWHERE = posix.join(NO_FOLDER, 'x/'.repeat(1000));

type Attempt = BundleReply & { readonly patterns?: readonly Message[] };

async function bundleIn(task: Build): Promise<Attempt> {
  const { folder, entry } = task;
  try {
    const built = await build<InMemory>(optionsFor(task));
    const unmatched = built.warnings.filter(({ id }) => id === UNMATCHED);
    if (unmatched.length > 0) return { problems: patternProblems(unmatched, folder), patterns: unmatched };
    const [output] = Object.values(built.metafile.outputs).filter(({ entryPoint }) => entryPoint !== undefined);
    if (output?.exports.includes('default') !== true) return refused(entry, NO_DEFAULT);
    const textOf = (ending: string): string => built.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
    const module = textOf('.js');
    if (module.includes('\0')) return refused(entry, NUL);
    if (Buffer.byteLength(module) > MODULE_BYTES_MAX) return refused(entry, TOO_LARGE);
    const inputs = Object.keys(built.metafile.inputs);
    return { bundle: { entry, module, sourceMap: textOf('.js.map'), inputs } };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    const unmatched = error.errors.filter(isUnmatchedPattern);
    if (unmatched.length > 0) return { problems: patternProblems(unmatched, folder), patterns: unmatched };
    return { problems: error.errors.map((problem) => problemOf(problem, entry, folder)) };
  }
}

/** esbuild's id of its warning about a pattern that matches nothing. */
const UNMATCHED = 'empty-glob';
/** One fixed sentence, so that the message does not reveal which other files exist. */
const PATTERN =
  'A pattern in import() or require() must stay within the deployment and match at least one of its files.';

function isUnmatchedPattern({ text, pluginName }: Message): boolean {
  return text === PATTERN || (pluginName === '' && text.startsWith('Could not resolve '));
}

const PATTERN_SAID = /^Could not resolve [\w.]+\((".*")\)$/s;

/** Also true for unreadable paths, and for a pattern that found an existing folder outside the deployment. */
function leavesDeployment({ text, location }: Message): boolean {
  try {
    const pattern: unknown = JSON.parse(PATTERN_SAID.exec(text)?.[1] ?? '');
    const [start = ''] = String(pattern).split('*');
    const reached = posix.join(posix.dirname(location?.file ?? ''), start);
    return reached.startsWith('..') || posix.isAbsolute(reached);
  } catch {
    return true;
  }
}

/** One problem per place, even when a pattern matched many files. */
function patternProblems(messages: readonly Message[], folder: string): readonly SourceProblem[] {
  const problems = messages.map((message) => problemOf({ ...message, text: PATTERN, notes: [] }, '', folder));
  return [
    ...new Map(problems.map((problem) => [`${problem.file}:${problem.line}:${problem.column}`, problem])).values(),
  ];
}

const NO_DEFAULT = 'There is no default export: write "export default async function (ctx) { … }".';
const NUL = 'The source contains NUL: write it as an escape.';
const TOO_LARGE = `The bundled function is larger than ${MODULE_BYTES_MAX} bytes.`;

function refused(entry: string, message: string): BundleReply {
  return { problems: [problemAt(entry, message)] };
}

interface Build {
  readonly folder: string;
  readonly lookUpFrom: string;
  readonly files: SourceFiles;
  readonly entry: string;
}

function optionsFor({ folder, lookUpFrom, files, entry }: Build): InMemory {
  return {
    absWorkingDir: folder,
    preserveSymlinks: true,
    entryPoints: [`./${entry}`],
    bundle: true,
    write: false,
    metafile: true,
    outdir: folder,
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
    tsconfigRaw: '{}',
    logLevel: 'silent',
    logLimit: 20,
    plugins: [filesOnly({ folder, lookUpFrom, files })],
  };
}

function filesOnly({ folder, lookUpFrom, files }: Omit<Build, 'entry'>): Plugin {
  const absolute = (file: string): string => posix.join(folder, file);
  const relative = (path: string): string => posix.relative(folder, path);
  return {
    name: 'files-only',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
        const resolved = resolveImport(files, kind === 'entry-point' ? '.' : relative(importer), path);
        if ('problem' in resolved) return { errors: [{ text: resolved.problem }] };
        if ('external' in resolved) return { path: resolved.external, external: true };
        return { path: absolute(resolved.file) };
      });
      // esbuild resolves patterns itself and may pass any path of the disk.
      build.onLoad({ filter: /.*/ }, ({ path }) => {
        const file = relative(path);
        return contentsOf(files, file, posix.join(lookUpFrom, posix.dirname(file)));
      });
    },
  };
}

function contentsOf(files: SourceFiles, path: string, resolveDir: string): OnLoadResult {
  const contents = files.get(path);
  if (contents === undefined) return { errors: [{ text: PATTERN }] };
  const ending = /\.(?:[cm]?([jt]s)|([jt]sx)|(json))$/.exec(path);
  const loader = (ending?.[1] ?? ending?.[2] ?? ending?.[3] ?? 'text') as 'js' | 'ts' | 'jsx' | 'tsx' | 'json' | 'text';
  return { contents, loader, resolveDir };
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

function problemOf({ text, location, notes }: Message, entry: string, folder: string): SourceProblem {
  const message = [text, ...notes.map((note) => note.text)].join(' ');
  if (location === null) return problemAt(entry, message);
  // esbuild reports columns in bytes, starting at 0.
  const before = Buffer.from(location.lineText).subarray(0, location.column).toString();
  return {
    file: posix.relative(folder, posix.resolve(folder, location.file)),
    line: location.line,
    column: before.length + 1,
    message,
  };
}
