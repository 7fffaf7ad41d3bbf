type Row = Readonly<Record<string, unknown>>;

/** An answer of the API: data and how many they are, or why not. Without another type the data are one row, or several by index. */
export interface Answer<Data = Row & { readonly [index: number]: Row }> {
  readonly data: Data;
  readonly count: number;
  readonly error?: string;
  readonly code?: string;
  readonly details?: Details;
}

/** The same of a list. */
export type Answers<Data = Row> = Answer<readonly Data[]>;

interface Details {
  readonly fields?: Readonly<Record<string, string>>;
  /** Of the item of a batch. */
  readonly index?: number;
  readonly [name: string]: unknown;
}
