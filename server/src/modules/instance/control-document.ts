import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { WrappedKey } from '../../archive/format/index.ts';
import { controlMigrations } from '../../database/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { BillingRecord } from '../billing/index.ts';
import { SAVED_TABLES, type SavedTable } from './saved-tables.ts';

export const DOCUMENT_TYPE = 'application/x-ndjson';
export const FORMAT = 'service-instance';
/** Version of the tables; a document of another version is refused. */
export const CONTROL_VERSION = controlMigrations.at(-1)?.version ?? 0;

export type ControlRow = Readonly<Record<string, string | number | null>>;

export interface ControlHead {
  readonly format: typeof FORMAT;
  readonly format_version: 1;
  readonly service_version: string;
  readonly control_version: number;
  readonly backup_id: string;
  readonly created_at: string;
  readonly engine: 'sqlite' | 'postgres';
  readonly key: { readonly wrapped: readonly WrappedKey[] };
  /** The master key, sealed with the document's key; null without a passphrase. */
  readonly master_key: string | null;
}

export type ControlLine =
  | { readonly table: SavedTable; readonly rows: readonly ControlRow[] }
  | { readonly billing: string; readonly record: BillingRecord }
  /** Last line; `lines` counts those between the first and this one. */
  | { readonly end: { readonly lines: number } };

const text = Type.String();
const whole = Type.Integer();

const headSchema = Type.Object({
  format: Type.Literal(FORMAT),
  format_version: whole,
  service_version: text,
  control_version: whole,
  backup_id: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
  created_at: text,
  engine: Type.Enum(['sqlite', 'postgres']),
  key: Type.Object({
    wrapped: Type.Array(
      Type.Union([
        Type.Object({ by: Type.Literal('server'), sealed: text }),
        Type.Object({ by: Type.Literal('passphrase'), m: whole, t: whole, p: whole, salt: text, sealed: text }),
      ]),
    ),
  }),
  master_key: Type.Union([text, Type.Null()]),
});

const row = Type.Record(Type.String({ pattern: '^[a-z_]{1,60}$' }), Type.Union([text, whole, Type.Null()]));
const lineSchema = Type.Union([
  Type.Object({ table: Type.Enum([...SAVED_TABLES]), rows: Type.Array(row, { maxItems: 1000 }) }),
  Type.Object({
    billing: Type.String({ pattern: '^p_[0-9a-f]{32}$' }),
    record: Type.Union([
      Type.Object({
        balance: Type.Object({
          balance: whole,
          held: whole,
          full: whole,
          noticed: Type.Enum(['none', 'low', 'empty']),
        }),
      }),
      Type.Object({
        entries: Type.Array(
          Type.Object({
            id: text,
            amount: whole,
            kind: text,
            run_id: Type.Union([text, Type.Null()]),
            created_at: text,
          }),
          { maxItems: 1000 },
        ),
      }),
    ]),
  }),
  Type.Object({ end: Type.Object({ lines: whole }) }),
]);

const isHead = Compile(headSchema);
const isLine = Compile(lineSchema);

/** Throws `invalid_archive`, or `unsupported_archive` for a document of another release. */
export function readHead(line: string): ControlHead {
  const value: unknown = parse(line, 1);
  if (!isHead.Check(value)) throw invalidDocument('It does not begin as a backup of an installation.');
  const {
    format_version: version,
    control_version: control,
    service_version: release,
  } = value as Static<typeof headSchema>;
  if (version !== 1 || control !== CONTROL_VERSION) {
    throw new ServiceError(
      'unsupported_archive',
      `The backup was made by release ${release}. Restore it with that release, and upgrade afterwards.`,
    );
  }
  return value as ControlHead;
}

/** Throws `invalid_archive`. */
export function readLine(line: string, number: number): ControlLine {
  const value: unknown = parse(line, number);
  if (!isLine.Check(value)) throw invalidDocument(`Line ${number} does not belong in such a backup.`);
  return value as ControlLine;
}

function parse(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalidDocument(`Line ${number} is not JSON.`);
  }
}

export function invalidDocument(problem: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_archive', `The backup of the installation is damaged. ${problem}`, {
    details: { entry: 'control.ndjson', reason: 'record' },
    ...(cause !== undefined && { cause }),
  });
}
