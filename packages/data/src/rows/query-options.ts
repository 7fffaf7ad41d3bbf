import type { Row, TableName } from '@service/client';
import type { Filter, Order } from '@service/client/internal';

export interface ReadingOptions {
  /** False: reads nothing yet. */
  readonly enabled?: boolean | undefined;
  /** Milliseconds between reads while the page is visible. */
  readonly refetchInterval?: number | false | undefined;
  /** Milliseconds for which components reuse an answer without a new request; default 1,000. */
  readonly staleTime?: number | undefined;
  /** False: does not read when the visitor returns to the tab, unless the data changed meanwhile. */
  readonly refetchOnFocus?: boolean | undefined;
  /** Keeps showing the data of the previous options until the new data arrives. */
  readonly keepPrevious?: boolean | undefined;
}

export interface QueryOptions<T extends TableName, S extends keyof Row<T> = keyof Row<T>> extends ReadingOptions {
  /** The columns to read; all by default. */
  readonly select?: readonly S[];
  readonly filter?: Filter<T>;
  readonly order?: Order<Row<T>> | readonly Order<Row<T>>[];
  /** Words that must occur in a row's searchable columns; without `order`, the most relevant rows come first. */
  readonly search?: string;
  /** 0 to 1000; default 100. */
  readonly limit?: number;
  readonly offset?: number;
  /** False omits the count, which saves the service work. */
  readonly count?: boolean;
  /** Throws the error when the first read fails, for an error boundary. */
  readonly throwOnError?: boolean;
  /** Rows that are already known, for example from server rendering. */
  readonly initialData?: readonly Pick<Row<T>, S>[] | undefined;
}
