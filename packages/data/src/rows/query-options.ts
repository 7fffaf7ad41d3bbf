import type { Row, TableName } from '@service/client';
import type { ListOptions } from '@service/client/internal';

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

export interface QueryOptions<T extends TableName, S extends keyof Row<T> = keyof Row<T>>
  extends ListOptions<T, S>,
    ReadingOptions {
  /** False omits the count, which saves the service work. */
  readonly count?: boolean;
  /** Throws the error when the first read fails, for an error boundary. */
  readonly throwOnError?: boolean;
  /** Rows that are already known, for example from server rendering. */
  readonly initialData?: readonly Pick<Row<T>, S>[] | undefined;
}
