type Row = Readonly<Record<string, unknown>>;

/** A response of the API: data with their count, or an error. By default the data are one row, or several by index. */
export interface Answer<Data = Row & { readonly [index: number]: Row }> {
  readonly data: Data;
  readonly count: number;
  readonly error?: string;
  readonly code?: string;
  readonly details?: Details;
}

/** A response with a list. */
export type Answers<Data = Row> = Answer<readonly Data[]>;

interface Details {
  readonly fields?: Readonly<Record<string, string>>;
  /** Index of the failed item in a batch. */
  readonly index?: number;
  readonly [name: string]: unknown;
}
