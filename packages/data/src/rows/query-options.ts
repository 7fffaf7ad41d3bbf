import type { Row, TableName } from '@service/client';
import type { Filter, Order } from '@service/client/internal';

/** When something is read. */
export interface ReadingOptions {
  /** False: nothing is read yet. */
  readonly enabled?: boolean | undefined;
  /** Milliseconds after which it is read again, while the page is seen. */
  readonly refetchInterval?: number | false | undefined;
  /** Milliseconds for which an answer is shown to further components without asking again; 1,000 when not said. */
  readonly staleTime?: number | undefined;
  /** False: not read again when the visitor comes back to the tab, unless it was changed meanwhile. */
  readonly refetchOnFocus?: boolean | undefined;
  /** Shows what was there for the options before until the new answer is there. */
  readonly keepPrevious?: boolean | undefined;
}

/** Which rows, and how they are read. */
export interface QueryOptions<T extends TableName, S extends keyof Row<T> = keyof Row<T>> extends ReadingOptions {
  /** The columns to read; all when not said. */
  readonly select?: readonly S[];
  readonly filter?: Filter<T>;
  readonly order?: Order<Row<T>> | readonly Order<Row<T>>[];
  /** Words that must occur in the searchable columns of a row; without an `order` the most relevant rows come first. */
  readonly search?: string;
  /** 0 to 1000; 100 when not said. */
  readonly limit?: number;
  readonly offset?: number;
  /** False saves the service the counting. */
  readonly count?: boolean;
  /** Throws a first answer that fails, for an error boundary. */
  readonly throwOnError?: boolean;
  /** Rows that are known already, for example from a server. */
  readonly initialData?: readonly Pick<Row<T>, S>[] | undefined;
}
