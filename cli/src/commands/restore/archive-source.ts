import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ApiRequest } from '../../api/api.ts';
import type { Context } from '../../command/context.ts';
import { requireReadable } from '../../files/open-input.ts';
import { inputFailure, wrongUse } from '../../outcome/failure.ts';

const TYPE = 'application/x-tar';

export type Source =
  | { readonly kind: 'file'; readonly path: string; readonly size: number }
  | { readonly kind: 'input' }
  | { readonly kind: 'server' };

export async function requireSource(
  { cwd }: Context,
  { file, stored, at }: Readonly<Record<'file' | 'stored' | 'at', string | undefined>>,
): Promise<Source> {
  if ([file, stored, at].filter((source) => source !== undefined).length !== 1) {
    throw wrongUse('Name an archive, or say --stored or --at.');
  }
  if (file === undefined) return { kind: 'server' };
  if (file === '-') return { kind: 'input' };
  const path = resolve(cwd, file);
  const found = await stat(path).catch((error: unknown) => {
    throw inputFailure(file, error);
  });
  if (found.isDirectory()) throw wrongUse(`${file} is a folder.`);
  if (!found.isFile()) return { kind: 'input' };
  await requireReadable(file, path);
  return { kind: 'file', path, size: found.size };
}

export function openSource({ streams }: Context, source: Source): ApiRequest['body'] {
  if (source.kind === 'server') return undefined;
  if (source.kind === 'input') return { type: TYPE, bytes: streams.stdin };
  return { type: TYPE, bytes: createReadStream(source.path), size: source.size };
}
