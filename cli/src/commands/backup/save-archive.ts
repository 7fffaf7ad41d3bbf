import { createHash, type Hash } from 'node:crypto';
import { resolve } from 'node:path';
import type { OptionText } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { isSpecial, openWhole } from '../../files/write-whole.ts';
import { failed, wrongUse } from '../../outcome/failure.ts';
import { noteResult, type Result } from '../../outcome/result.ts';

/** Readable by this user only, because an archive holds password hashes. */
const MODE = 0o600;

export const OUT: OptionText = {
  flags: '--out <file>',
  text: 'where to, - for standard output; <project>-<time>.service.tar here when not said',
};

export interface SavedArchive {
  /** Null for standard output. */
  readonly path: string | null;
  readonly bytes: number;
  readonly sha256: string;
}

export interface ArchiveBytes {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly size: number | undefined;
  readonly sha256: string | undefined;
}

export interface ArchivePlace {
  readonly out: string;
  /** The name was not chosen by the user, so it must not replace an existing file. */
  readonly isNew: boolean;
}

export async function requirePlace({ output, cwd }: Context, out: string | undefined): Promise<void> {
  if (out === '-' && output.options.isJson) throw wrongUse('With --json standard output is one document: use --out.');
  if (out !== undefined && out !== '-' && (await isSpecial(resolve(cwd, out)))) {
    throw wrongUse(`${out} is no file: use --out - and standard output.`);
  }
}

/** Writes the complete, verified archive or no file at all. */
export async function saveArchive(
  context: Context,
  { out, isNew }: ArchivePlace,
  archive: ArchiveBytes,
): Promise<SavedArchive> {
  const digest = createHash('sha256');
  if (out === '-') {
    const bytes = await writePieces(context, archive, digest, (piece) => context.output.write(piece));
    return { path: null, bytes, sha256: requireSame(archive, digest) };
  }
  const path = resolve(context.cwd, out);
  const whole = await openWhole(path, { mode: MODE, isNew });
  try {
    const bytes = await writePieces(context, archive, digest, (piece) => whole.write(piece));
    const sha256 = requireSame(archive, digest);
    return { path: await whole.finish(), bytes, sha256 };
  } finally {
    await whole.discard();
  }
}

async function writePieces(
  { output }: Context,
  { bytes, size }: ArchiveBytes,
  digest: Hash,
  write: (piece: Uint8Array) => Promise<void>,
): Promise<number> {
  let count = 0;
  try {
    for await (const piece of bytes) {
      digest.update(piece);
      await write(piece);
      count += piece.byteLength;
      output.progress(size === undefined ? megabytes(count) : `${megabytes(count)} of ${megabytes(size)}`);
    }
    return count;
  } finally {
    output.progress('');
  }
}

function requireSame({ sha256: expected }: ArchiveBytes, digest: Hash): string {
  const sha256 = digest.digest('hex');
  if (expected === undefined || expected === sha256) return sha256;
  throw failed('What came is not what the server made: the bytes were changed on their way.', 'checksum');
}

export function savedResult(saved: SavedArchive): Result {
  const { path, bytes } = saved;
  return noteResult(saved, path === null ? `Wrote ${bytes} bytes.` : `${path} has ${bytes} bytes.`);
}

export function placeOf(out: string | undefined, project: string, createdAt: Date): ArchivePlace {
  return { out: out ?? archiveName(project, createdAt), isNew: out === undefined };
}

export function archiveName(project: string, createdAt: Date): string {
  return `${project}-${createdAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.service.tar`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
