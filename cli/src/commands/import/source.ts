export interface SourceColumn {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'timestamp' | 'date' | 'json' | 'reference' | 'file';
  readonly required?: boolean;
  readonly unique?: boolean;
  readonly indexed?: boolean;
  readonly hidden?: boolean;
  readonly enum?: readonly string[];
  readonly table?: string;
  readonly on_delete?: 'restrict' | 'cascade' | 'set_null';
}

/** A row with the column names and values of the new table; `id` is a UUID. File columns hold a `SourceFile` to upload. */
export type SourceRow = Readonly<Record<string, unknown>>;

export interface SourceTable {
  readonly name: string;
  readonly columns: readonly SourceColumn[];
  readonly indexes: readonly { readonly columns: readonly string[]; readonly unique: boolean }[];
  readonly rules: Readonly<Record<string, string>>;
  rows(): AsyncIterable<SourceRow>;
}

export type SourceUser = Readonly<Record<string, unknown>> & { readonly email: string };

export class SourceFile {
  readonly place: string;
  /** Its path after the upload, as users see it. */
  readonly path: string;

  constructor(place: string, path: string) {
    this.place = place;
    this.path = path;
  }
}

export interface LeftOut {
  readonly kind: string;
  readonly name: string;
  readonly reason: string;
}

export interface Source {
  readonly tables: readonly SourceTable[];
  readonly leftOut: LeftOut[];
  users(): AsyncIterable<SourceUser>;
  files(): AsyncIterable<SourceFile>;
  close(): Promise<void>;
}
