import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { BuildFailure, Message, OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import { requirePlainPath } from '../files/write-whole.ts';
import { EXIT } from '../outcome/exit-codes.ts';
import { Failure } from '../outcome/failure.ts';

export const CONDITIONS = ['workerd', 'worker', 'browser'];

export interface Sources {
  readonly files: ReadonlyMap<string, string>;
  readonly packages: PackageImports;
}

/** Packages by import specifier, each with the names imported from it. */
export type PackageImports = ReadonlyMap<string, ReadonlySet<string>>;

interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const RESOLVING = Symbol('resolving');

/** Follows the imports of the entries. Throws with the location of each missing import, before anything is sent. */
export async function readSources(folder: string, entries: readonly string[]): Promise<Sources> {
  const { build } = await import('esbuild');
  const packages = new Set<string>();
  const { metafile, outputFiles } = await build({
    entryPoints: entries.map((entry) => join(folder, entry)),
    absWorkingDir: folder,
    outdir: join(folder, '.not-written'),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: CONDITIONS,
    preserveSymlinks: true,
    logLevel: 'silent',
    loader: { '.node': 'file' },
    plugins: [ownSourcesOnly(folder, packages)],
  }).catch((error: unknown) => {
    throw sourceFailure(error, folder);
  });
  const files = new Map<string, string>();
  for (const input of Object.keys(metafile.inputs).sort())
    files.set(input.split(sep).join('/'), await readSource(folder, input));
  const texts = outputFiles.map(({ text }) => text);
  return { files, packages: new Map([...packages].sort().map((name) => [name, importedNames(texts, name)])) };
}

function ownSourcesOnly(folder: string, packages: Set<string>): Plugin {
  return {
    name: 'own-sources',
    setup(build) {
      build.onResolve({ filter: /.*/ }, async (args) => {
        if (args.kind === 'entry-point' || args.pluginData === RESOLVING) return undefined;
        if (args.path.startsWith('node:')) return { path: args.path, external: true };
        return isOwn(args.path) ? ownFile(build, folder, args) : packageOf(build, packages, args);
      });
    },
  };
}

function isOwn(specifier: string): boolean {
  return specifier.startsWith('.') || specifier.startsWith('#') || isAbsolute(specifier);
}

async function ownFile(build: PluginBuild, folder: string, args: OnResolveArgs): Promise<OnResolveResult> {
  const found = await resolveFrom(build, args);
  if (found.errors.length > 0) return { errors: [{ text: `There is no file "${args.path}".` }] };
  const away = relative(folder, found.path);
  if (away.startsWith(`..${sep}`) || isAbsolute(away)) {
    return { errors: [{ text: `"${args.path}" stands outside of the folder that is deployed.` }] };
  }
  return { path: found.path };
}

async function packageOf(build: PluginBuild, packages: Set<string>, args: OnResolveArgs): Promise<OnResolveResult> {
  const found = await resolveFrom(build, args);
  if (found.errors.length > 0) {
    if (isBuiltin(args.path)) return { path: args.path, external: true };
    return { errors: [{ text: `The package "${args.path}" is not installed.` }] };
  }
  if (found.path.endsWith('.node'))
    return { errors: [{ text: `"${args.path}" is native and cannot run in a function.` }] };
  packages.add(args.path);
  return { path: args.path, external: true };
}

function resolveFrom(build: PluginBuild, { path, importer, resolveDir, kind }: OnResolveArgs) {
  return build.resolve(path, { importer, resolveDir, kind, pluginData: RESOLVING });
}

async function readSource(folder: string, file: string): Promise<string> {
  const path = resolve(folder, file);
  await requirePlainPath(folder, path);
  return readFile(path, 'utf8');
}

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;

function importedNames(texts: readonly string[], specifier: string): ReadonlySet<string> {
  const names = new Set<string>();
  const from = `from ${JSON.stringify(specifier)};`;
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    if (!line.startsWith('import ') || !line.endsWith(from)) continue;
    const listed = /\{(.*)\}/.exec(line)?.[1] ?? '';
    for (const part of listed.split(',')) names.add(part.trim().split(' as ')[0] ?? '');
    const whole = /\* as ([\w$]+)/.exec(line)?.[1];
    if (whole !== undefined) for (const name of membersOf(texts, whole)) names.add(name);
  }
  return new Set([...names].filter((name) => PLAIN_NAME.test(name) && name !== 'default').sort());
}

function membersOf(texts: readonly string[], object: string): string[] {
  const pattern = new RegExp(`(?<![\\w$.])${object.replaceAll('$', '\\$')}\\.([A-Za-z_$][\\w$]*)`, 'g');
  return texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
}

export function sourceFailure(error: unknown, folder: string): unknown {
  const errors = (error as Partial<BuildFailure>).errors;
  if (!Array.isArray(errors)) return error;
  const places = errors.map((each) => placeOf(each, basename(folder)));
  const text = places.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n');
  return new Failure(text, { exit: EXIT.failed, code: 'invalid_source', details: { errors: places } });
}

function placeOf({ text, location }: Message, folder: string): Location {
  return {
    file: location === null ? folder : `${folder}/${location.file}`,
    line: location?.line ?? 1,
    column: (location?.column ?? 0) + 1,
    message: text,
  };
}
