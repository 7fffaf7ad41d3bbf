import { validationFailed } from '../../../../platform/errors.ts';
import type { SourceFiles } from './resolve-import.ts';

/** Deployments accept paths of as many bytes (`apps/publish/entry-path.ts`), and their sources are archived. */
const PATH_CHARACTERS_MAX = 1024;

interface SentSources {
  readonly source?: string;
  readonly files?: Readonly<Record<string, string>>;
}

export function readFiles({ source, files }: SentSources): SourceFiles | undefined {
  if (source !== undefined && files !== undefined) throw validationFailed({ files: 'cannot be combined with source' });
  if (source !== undefined) return new Map([['index.ts', source]]);
  if (files === undefined) return undefined;
  const read = new Map(Object.entries(files));
  for (const path of read.keys()) {
    if (!isSourcePath(path)) {
      const shown = path.slice(0, 64);
      throw validationFailed({ [`files.${shown}`]: 'must be a relative path of plain names, such as lib/greet.ts' });
    }
  }
  return read;
}

export function isSourcePath(path: string): boolean {
  if (path.length > PATH_CHARACTERS_MAX || /[\\\p{Cc}\p{Cs}]/u.test(path)) return false;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}
