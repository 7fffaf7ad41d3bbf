import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { parseMetadata, requireVisibility } from '../file-fields.ts';
import type { Visibility } from '../files-table.ts';
import { malformed } from './malformed.ts';
import { readParts, type UploadPart } from './read-parts.ts';
import { FILE_BYTES_MAX, type FileBytes, fileTooLarge } from './receive-file.ts';

export const FILES_MAX = 10;
const FIELD_BYTES_MAX = 16_384;
/** Limit for the body, with room for headers and fields in addition to the files. */
const FORM_BYTES_MAX = FILES_MAX * FILE_BYTES_MAX + 1_048_576;

const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/;

export interface UploadFields {
  readonly path?: string;
  readonly visibility?: Visibility;
  /** JSON text. */
  readonly metadata?: string;
}

const FIELDS = ['path', 'visibility', 'metadata'] as const;
type FieldName = (typeof FIELDS)[number];

/** The boundary of a multipart body. Throws `unsupported_media_type` for other and for encoded bodies. */
export function requireMultipart(headers: IncomingHttpHeaders): string {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding !== undefined && encoding !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'An upload must not have a Content-Encoding.');
  }
  const type = headers['content-type'] ?? '';
  if (!/^\s*multipart\/form-data\s*(?:;|$)/i.test(type)) {
    throw new ServiceError('unsupported_media_type', 'Files must be sent as multipart/form-data.');
  }
  if (Number(headers['content-length'] ?? 0) > FORM_BYTES_MAX) throw fileTooLarge();
  const [, quoted, plain] = /;\s*boundary=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(type) ?? [];
  const boundary = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '';
  if (!BOUNDARY.test(boundary)) throw malformed('its Content-Type has no boundary');
  return boundary;
}

/** `receive` must consume all bytes of each file. Fields may come before and after the files. */
export async function readUpload(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  receive: (file: FileBytes) => Promise<void>,
): Promise<UploadFields> {
  const fields: Partial<Record<FieldName, string>> = {};
  let files = 0;
  for await (const part of readParts(body, boundary)) {
    if (part.filename === undefined) {
      const name = requireField(part.name, fields);
      fields[name] = await readField(part);
      continue;
    }
    if (part.name !== 'file') throw validationFailed({ [part.name.slice(0, 64)]: 'must not be a file: use file' });
    files += 1;
    if (files > FILES_MAX) throw validationFailed({ file: `may be sent at most ${FILES_MAX} times` });
    await receive({ filename: part.filename, bytes: part.bytes });
  }
  if (files === 0) throw validationFailed({ file: 'is required, as a file' });
  return readFields(fields);
}

function requireField(name: string, fields: Partial<Record<FieldName, string>>): FieldName {
  if (name === 'file') throw validationFailed({ file: 'must be a file: it has no filename' });
  const known = FIELDS.find((field) => field === name);
  if (known === undefined) throw validationFailed({ [name.slice(0, 64)]: `is not one of file, ${FIELDS.join(', ')}` });
  if (fields[known] !== undefined) throw validationFailed({ [name]: 'may be sent only once' });
  return known;
}

async function readField({ name, bytes }: UploadPart): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.byteLength;
    if (size > FIELD_BYTES_MAX) throw validationFailed({ [name]: `must have at most ${FIELD_BYTES_MAX} bytes` });
    pieces.push(Buffer.from(piece));
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces));
  } catch {
    throw validationFailed({ [name]: 'must be UTF-8' });
  }
}

function readFields({ path, visibility, metadata }: Partial<Record<FieldName, string>>): UploadFields {
  return {
    ...(path !== undefined && { path }),
    ...(visibility !== undefined && { visibility: requireVisibility(visibility) }),
    ...(metadata !== undefined && { metadata: parseMetadata(metadata) }),
  };
}
