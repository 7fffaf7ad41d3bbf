import ts from 'typescript';
import type { Insertion } from './typed-context.ts';

export interface ServedFile {
  readonly text: string;
  readonly insertions: readonly Insertion[];
  readonly version: number;
}

export const ROOT = '/function/';
const AMBIENT = ['/service-env.d.ts', '/known-tables.d.ts'];

/** Lenient where a working function would be refused, and strict where a function would fail when it runs. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.esnext.d.ts', 'lib.webworker.d.ts'],
  types: [],
  strictNullChecks: true,
  strictFunctionTypes: true,
  strictBindCallApply: true,
  allowJs: true,
  checkJs: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  esModuleInterop: true,
  skipLibCheck: true,
  noEmit: true,
};

export function createLanguageHost(files: ReadonlyMap<string, ServedFile>): ts.LanguageServiceHost {
  const folders = (path: string): boolean =>
    [...files.keys()].some((name) => name.startsWith(`${path.replace(/\/$/, '')}/`));
  return {
    getScriptFileNames: () => [...files.keys()].filter((path) => path.startsWith(ROOT) || AMBIENT.includes(path)),
    getScriptVersion: (path) => String(files.get(path)?.version ?? 0),
    getScriptSnapshot: (path) => {
      const file = files.get(path);
      return file && ts.ScriptSnapshot.fromString(file.text);
    },
    getCurrentDirectory: () => '/',
    getCompilationSettings: () => OPTIONS,
    getDefaultLibFileName: () => '/lib/lib.esnext.d.ts',
    fileExists: (path) => files.has(path),
    readFile: (path) => files.get(path)?.text,
    directoryExists: folders,
    getDirectories: () => [],
  };
}
