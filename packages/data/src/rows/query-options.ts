import type { Row, TableName } from '@service/client';
import type { Filter, Order } from '@service/client/internal';

/** Which rows, and how they are read. */
export interface QueryOptions<T extends TableName, S extends keyof Row<T> = keyof Row<T>> {
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
  /** False: nothing is read yet. */
  readonly enabled?: boolean;
  /** Milliseconds after which the rows are read again, while the page is seen. */
  readonly refetchInterval?: number | false;
  /** Shows the rows of the options before until those of the new ones are there. */
  readonly keepPrevious?: boolean;
  /** Rows that are known already, for example from a server. */
  readonly initialData?: Row<T>[];
}
