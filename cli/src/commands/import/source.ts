/** A column as `POST /tables` takes it. */
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

/** A row with the names and values of its table here; `id` is a UUID. Files stand as what is to be uploaded. */
export type SourceRow = Readonly<Record<string, unknown>>;

export interface SourceTable {
  readonly name: string;
  readonly columns: readonly SourceColumn[];
  readonly indexes: readonly { readonly columns: readonly string[]; readonly unique: boolean }[];
  readonly rules: Readonly<Record<string, string>>;
  rows(): AsyncIterable<SourceRow>;
}

/** A user as `POST …/users/import` takes it. */
export type SourceUser = Readonly<Record<string, unknown>> & { readonly email: string };

/** A file that lies on this machine. */
export class SourceFile {
  /** Where it lies. */
  readonly place: string;
  /** Where it will stand for people. */
  readonly path: string;

  constructor(place: string, path: string) {
    this.place = place;
    this.path = path;
  }
}

/** Something that was not carried over, or not as it was. */
export interface LeftOut {
  readonly kind: string;
  readonly name: string;
  readonly reason: string;
}

/** Data of another product, in the words of this one. */
export interface Source {
  readonly tables: readonly SourceTable[];
  readonly leftOut: LeftOut[];
  users(): AsyncIterable<SourceUser>;
  /** Those that no row names. */
  files(): AsyncIterable<SourceFile>;
  /** Removes what was put on this disk to read it. */
  close(): Promise<void>;
}
