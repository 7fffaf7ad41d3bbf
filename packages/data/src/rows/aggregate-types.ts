import type { Row, SearchText, TableName } from '@service/client';
import type { Filter } from '@service/client/internal';

type Bucket = 'day' | 'week' | 'month' | 'year';

/** One value per group: `{ op: 'count' }`, or with a column `{ op: 'sum', field: 'amount', as: 'revenue' }`. */
export interface AggregateSpec<T extends TableName = TableName> {
  readonly op: 'count' | 'sum' | 'avg' | 'min' | 'max';
  readonly field?: keyof Row<T> & string;
  readonly as?: string;
  readonly distinct?: boolean;
}

/** A column, or a time by day, week, month or year: `created_at:month`. */
export type GroupName<T extends TableName> = (keyof Row<T> & string) | `${keyof Row<T> & string}:${Bucket}`;

export interface AggregateOptions<
  T extends TableName,
  A extends readonly AggregateSpec<T>[] = readonly AggregateSpec<T>[],
  G extends readonly GroupName<T>[] = readonly GroupName<T>[],
> {
  readonly aggregates: A;
  readonly group_by?: G;
  readonly filter?: Filter<T>;
  readonly search?: SearchText<T>;
  readonly order?: string;
  readonly limit?: number;
}

type NameOf<A> = A extends { readonly as: infer N extends string }
  ? N
  : A extends { readonly op: infer O extends string; readonly field: infer F extends string }
    ? `${O}_${F}`
    : A extends { readonly op: infer O extends string }
      ? O
      : never;

type ValueOf<T extends TableName, A> = A extends { readonly op: 'count' }
  ? number
  : A extends { readonly op: 'min' | 'max'; readonly field: infer F extends keyof Row<T> }
    ? Row<T>[F] | null
    : number | null;

type BucketName<G> = G extends `${infer C}:${infer B}` ? `${C}_${B}` : G;
type BucketValue<T extends TableName, G> = G extends keyof Row<T> ? Row<T>[G] : string | null;

/** A group in the answer: the columns it is grouped by, and its values by name. */
export type AggregateGroup<T extends TableName, A extends readonly unknown[], G extends readonly unknown[]> = {
  [E in A[number] as NameOf<E>]: ValueOf<T, E>;
} & { [E in G[number] as BucketName<E> & string]: BucketValue<T, E> };
