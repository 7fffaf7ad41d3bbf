import { bodyValue, FieldProblem } from '../../database/schema/index.ts';
import { type ServiceError, validationFailed } from '../../platform/errors.ts';
import { fileColumn, VISIBILITIES, type Visibility } from './files-table.ts';

const METADATA_BYTES_MAX = 16_384;

export function requireVisibility(value: unknown): Visibility {
  const found = VISIBILITIES.find((visibility) => visibility === value);
  if (found === undefined) throw validationFailed({ visibility: `must be one of ${VISIBILITIES.join(', ')}` });
  return found;
}

export function requireMetadata(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badMetadata('must be an object');
  const text = String(storedMetadata(value));
  if (Buffer.byteLength(text) > METADATA_BYTES_MAX) throw badMetadata(`must have at most ${METADATA_BYTES_MAX} bytes`);
  return text;
}

export function parseMetadata(text: string): string {
  return requireMetadata(parse(text));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badMetadata('must be JSON');
  }
}

function storedMetadata(value: object) {
  try {
    return bodyValue(fileColumn('metadata'), value);
  } catch (error) {
    throw error instanceof FieldProblem ? badMetadata(error.message) : error;
  }
}

function badMetadata(problem: string): ServiceError {
  return validationFailed({ metadata: problem });
}
