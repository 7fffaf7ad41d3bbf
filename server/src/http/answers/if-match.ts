import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError, validationFailed } from '../../platform/errors.ts';

const TAGS = /^\s*"[\x21\x23-\x7e]*"(?:\s*,\s*"[\x21\x23-\x7e]*")*\s*$/;

/** The versions that a change was based on; undefined when the caller sends none or `*`. */
export function readIfMatch({ 'if-match': text }: IncomingHttpHeaders): readonly string[] | undefined {
  if (text === undefined || text.trim() === '*') return undefined;
  if (!TAGS.test(text)) throw validationFailed({ 'If-Match': 'must be the version you read, in quotes' });
  return text.split(',').map((tag) => tag.trim().slice(1, -1));
}

/** Throws `conflict`, with the current object, when it has changed since the caller read it. */
export function requireUnchanged<Current>(
  wanted: readonly string[] | undefined,
  tag: string | undefined,
  current: () => Current,
): void {
  if (wanted === undefined || (tag !== undefined && wanted.includes(tag))) return;
  throw new ServiceError('conflict', 'This was changed by someone else since it was read.', {
    details: { current: current() },
  });
}
