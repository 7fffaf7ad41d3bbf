import { bodyValue, type Column, FieldProblem } from '../../database/schema/index.ts';
import { messagesTable } from './messages-table.ts';

const METADATA_BYTES_MAX = 16 * 1024;

/** Checks that every engine can store the text. Throws `FieldProblem`. */
export function plainText(text: string): string {
  return String(bodyValue(columnOf('body'), text));
}

/** Returns the JSON text that is stored. Throws `FieldProblem`. */
export function metadataText(metadata: object): string {
  const text = String(bodyValue(columnOf('metadata'), metadata));
  if (Buffer.byteLength(text) > METADATA_BYTES_MAX)
    throw new FieldProblem(`must be at most ${METADATA_BYTES_MAX} bytes as JSON`);
  return text;
}

function columnOf(name: 'body' | 'metadata'): Column {
  const column = messagesTable.columnByName.get(name);
  if (column === undefined) throw new Error(`messages have no ${name}`);
  return column;
}
