import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { isDatabaseFailure } from '../../../database/index.ts';
import { type BodyPace, pacedBody } from '../../../http/index.ts';
import { parseMetadata } from '../file-fields.ts';
import type { FileRecord } from '../file-record.ts';
import { requireUpload } from '../file-scope.ts';
import type { StorageContext, Target } from '../storage-context.ts';
import { createFiles, quotaReached } from './create-files.ts';
import { readUpload, requireMultipart, type UploadFields } from './read-upload.ts';
import { discard, type FileBytes, type ReceivedFile, receiveFile } from './receive-file.ts';

/** Allows slow phones, but not a client that holds a connection and a file at a byte a second. */
export const UPLOAD_PACE: BodyPace = { graceMs: 30_000, bytesPerSecondMin: 10_240, wholeMsMax: 3_600_000 };

export interface UploadRequest {
  readonly headers: IncomingHttpHeaders;
  readonly stream: Readable;
  readonly signal: AbortSignal;
}

/** Stores the files of a form, all or none: after any failure, none of them remains. */
export async function uploadForm(
  context: StorageContext,
  target: Target,
  { headers, stream, signal }: UploadRequest,
): Promise<readonly FileRecord[]> {
  requireUpload(context, target);
  const boundary = requireMultipart(headers);
  await requireRoom(context, target, Number(headers['content-length'] ?? 0));
  return await keepAll(context, target, async (received) => {
    const body = pacedBody(stream, context.uploadPace);
    return await readUpload(body, boundary, async (file) => {
      received.push(await receiveFile(context, target, file, signal));
    });
  });
}

export interface NewFile extends UploadFields, FileBytes {}

export async function uploadFile(
  context: StorageContext,
  target: Target,
  { filename, bytes, metadata, ...fields }: NewFile,
  signal?: AbortSignal,
): Promise<FileRecord> {
  requireUpload(context, target);
  const [file] = await keepAll(context, target, async (received) => {
    received.push(await receiveFile(context, target, { filename, bytes }, signal));
    return metadata === undefined ? fields : { ...fields, metadata: parseMetadata(metadata) };
  });
  if (file === undefined) throw new Error('an upload gave no file');
  return file;
}

async function keepAll(
  context: StorageContext,
  target: Target,
  receive: (received: ReceivedFile[]) => Promise<UploadFields>,
): Promise<readonly FileRecord[]> {
  const received: ReceivedFile[] = [];
  try {
    const fields = await receive(received);
    return await createFiles(context, target, received, fields);
  } catch (error) {
    const ids = received.map(({ id }) => id);
    if (!mayBeCommitted(error)) await discard(context, target, ids);
    throw error;
  }
}

const UNCERTAIN: ReadonlySet<string> = new Set(['unavailable', 'timeout', 'failed']);

/** The rows may exist and need their bytes: a sweep after the next start decides. */
function mayBeCommitted(error: unknown): boolean {
  return isDatabaseFailure(error) && UNCERTAIN.has(error.error.kind);
}

/** File sizes are inexact until the last byte, so an early refusal must be certain. */
const FORM_BYTES_SPARE = 1_048_576;

async function requireRoom(context: StorageContext, { project }: Target, contentLength: number): Promise<void> {
  const quota = context.settings(project);
  const { files, bytes } = await context.filesStore.usage(project.store);
  const least = Math.max(0, contentLength - FORM_BYTES_SPARE);
  if (files >= quota.filesMax || bytes + least > quota.bytesMax) throw quotaReached(quota);
}
