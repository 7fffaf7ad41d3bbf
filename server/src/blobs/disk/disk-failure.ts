import { BlobError } from '../blob-store.ts';

const FULL = ['ENOSPC', 'EDQUOT'];

export async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw diskFailure(error);
  }
}

export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw diskFailure(error);
  }
}

export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}

function diskFailure(error: unknown): BlobError {
  return isCode(error, ...FULL)
    ? new BlobError('storage_full', 'The disk is full.', error)
    : new BlobError('unavailable', 'The disk failed.', error);
}
