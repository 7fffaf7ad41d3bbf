import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { findExport } from './package-exports.ts';

export type SourceFiles = ReadonlyMap<string, string>;

/** A file of the deployment, a module built into the runtime, or a problem with advice for the developer. */
export type ResolvedImport = { readonly file: string } | { readonly external: string } | { readonly problem: string };

const ENDINGS = ['', '.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs', '.cjs', '.json'];
/** TypeScript sources import the JavaScript file that would be compiled from a source file. */
const WRITTEN_AS: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.mjs': ['.mts'],
  '.jsx': ['.tsx'],
};

export function resolveImport(files: SourceFiles, importer: string, specifier: string): ResolvedImport {
  const folder = posix.dirname(importer);
  if (specifier.startsWith('node:')) return builtin(specifier);
  if (specifier.startsWith('./') || specifier.startsWith('../') || specifier === '.' || specifier === '..') {
    return found(findFile(files, posix.join(folder, specifier)), notInDeployment(specifier));
  }
  if (specifier.startsWith('#')) return found(findInternal(files, folder, specifier), notInDeployment(specifier));
  const packaged = findPackaged(files, folder, specifier);
  if (packaged !== undefined) return { file: packaged };
  if (isBuiltin(specifier)) return builtin(`node:${specifier}`);
  return {
    problem: specifier.startsWith('/') || specifier.includes(':') ? notImportable(specifier) : notPackaged(specifier),
  };
}

function builtin(name: string): ResolvedImport {
  return isBuiltin(name) ? { external: name } : { problem: `There is no module "${name}".` };
}

function found(file: string | undefined, problem: string): ResolvedImport {
  return file === undefined ? { problem } : { file };
}

function findFile(files: SourceFiles, path: string): string | undefined {
  for (const ending of ENDINGS) if (files.has(path + ending)) return path + ending;
  const ending = posix.extname(path);
  for (const other of WRITTEN_AS[ending] ?? []) {
    const written = path.slice(0, -ending.length) + other;
    if (files.has(written)) return written;
  }
  for (const other of ENDINGS.slice(1)) {
    const index = posix.join(path, `index${other}`);
    if (files.has(index)) return index;
  }
  return undefined;
}

/** Searches `node_modules` folders upwards, as Node does. */
function findPackaged(files: SourceFiles, folder: string, specifier: string): string | undefined {
  const parts = specifier.split('/');
  const nameParts = specifier.startsWith('@') ? 2 : 1;
  const name = parts.slice(0, nameParts).join('/');
  const inside = parts.slice(nameParts).join('/');
  for (const parent of parentsOf(folder)) {
    const root = posix.join(parent, 'node_modules', name);
    const file = findInPackage(files, root, inside);
    if (file !== undefined) return file;
  }
  return undefined;
}

function findInPackage(files: SourceFiles, root: string, inside: string): string | undefined {
  const description = readPackage(files, root);
  if (description?.['exports'] !== undefined) {
    const target = findExport(description['exports'], inside === '' ? '.' : `./${inside}`);
    return target === undefined ? undefined : findFile(files, posix.join(root, target));
  }
  if (inside !== '') return findFile(files, posix.join(root, inside));
  for (const field of ['module', 'main']) {
    const entry = description?.[field];
    const file = typeof entry === 'string' ? findFile(files, posix.join(root, entry)) : undefined;
    if (file !== undefined) return file;
  }
  return findFile(files, root);
}

function findInternal(files: SourceFiles, folder: string, specifier: string): string | undefined {
  for (const parent of parentsOf(folder)) {
    const description = readPackage(files, parent);
    if (description === undefined) continue;
    const target = findExport(description['imports'] ?? {}, specifier);
    return target === undefined ? undefined : findFile(files, posix.join(parent, target));
  }
  return undefined;
}

function readPackage(files: SourceFiles, folder: string): Readonly<Record<string, unknown>> | undefined {
  const text = files.get(posix.join(folder, 'package.json'));
  if (text === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function* parentsOf(folder: string): Generator<string> {
  for (let at = folder; ; at = posix.dirname(at)) {
    yield at;
    if (at === '.' || at === '/') return;
  }
}

function notInDeployment(specifier: string): string {
  return `Could not resolve "${specifier}": there is no such file in the deployment.`;
}

function notImportable(specifier: string): string {
  return `Could not resolve "${specifier}": a function imports its own files, packages and node: modules only.`;
}

function notPackaged(specifier: string): string {
  return (
    `Could not resolve "${specifier}": packages are bundled from the deployment. Send the package's files as node_modules/${specifier}/… in "files", ` +
    'or bundle the function before it is deployed.'
  );
}
