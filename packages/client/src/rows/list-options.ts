import type { Row, SearchText, TableName } from '../register.ts';
import type { Filter, Order } from './filter.ts';

export interface ListOptions<T extends TableName, S extends keyof Row<T> = keyof Row<T>> {
  /** The columns to read; all by default. */
  readonly select?: readonly S[];
  readonly filter?: Filter<T>;
  readonly order?: Order<Row<T>> | readonly Order<Row<T>>[];
  /** Words that must occur in a row's searchable columns; without `order`, the most relevant rows come first. */
  readonly search?: SearchText<T>;
  /** 0 to 1000; default 100. */
  readonly limit?: number;
  readonly offset?: number;
  /** Only rows that follow this place: one row's values of the columns in `order`, then its `id`. Not with `offset`. */
  readonly after?: readonly unknown[];
  /** Only rows that precede this place, in the same order. */
  readonly before?: readonly unknown[];
}
