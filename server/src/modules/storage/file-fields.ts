import { checkText, FieldProblem, type JsonValue } from '../../database/schema/index.ts';
import { validationFailed } from '../../platform/errors.ts';
import { VISIBILITIES, type Visibility } from './files-table.ts';

const METADATA_BYTES_MAX = 16_384;
const METADATA_DEPTH_MAX = 32;

export function requireVisibility(value: unknown): Visibility {
  const found = VISIBILITIES.find((visibility) => visibility === value);
  if (found === undefined) throw validationFailed({ visibility: `must be one of ${VISIBILITIES.join(', ')}` });
  return found;
}

/** What people keep with a file, as the JSON text that is stored. */
export function requireMetadata(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badMetadata('must be an object');
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > METADATA_BYTES_MAX) throw badMetadata(`must have at most ${METADATA_BYTES_MAX} bytes`);
  checkTexts(value as JsonValue, 0);
  return text;
}

/** Metadata as a form sends it. */
export function parseMetadata(text: string): string {
  if (Buffer.byteLength(text) > METADATA_BYTES_MAX) throw badMetadata(`must have at most ${METADATA_BYTES_MAX} bytes`);
  try {
    return requireMetadata(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw badMetadata('must be JSON');
    throw error;
  }
}

/** NUL and lone surrogates are no text that every database could store. */
function checkTexts(value: JsonValue, depth: number): void {
  if (depth > METADATA_DEPTH_MAX) throw badMetadata(`must not be nested deeper than ${METADATA_DEPTH_MAX} levels`);
  if (typeof value === 'string') requireText(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    requireText(name);
    checkTexts(inner, depth + 1);
  }
}

function requireText(text: string): void {
  try {
    checkText(text);
  } catch (error) {
    if (error instanceof FieldProblem) throw badMetadata(error.message);
    throw error;
  }
}

function badMetadata(problem: string) {
  return validationFailed({ metadata: problem });
}
