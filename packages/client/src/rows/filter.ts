import type { Kinds, Row, TableName } from '../register.ts';

/** The operators for a column's type; if that is not known, for the type of its values. */
interface Comparison<V> {
  eq?: V | null;
  neq?: V | null;
  gt?: V;
  gte?: V;
  lt?: V;
  lte?: V;
  in?: readonly V[];
  nin?: readonly V[];
  between?: readonly [V, V];
  is?: null | 'null' | 'not_null';
}

interface TextMatch {
  like?: string;
  ilike?: string;
  starts_with?: string;
  ends_with?: string;
  contains?: string;
}

interface JsonMatch {
  contains?: unknown;
  is?: null | 'null' | 'not_null';
}

interface BooleanMatch extends Omit<Comparison<boolean>, 'is'> {
  is?: null | boolean | 'null' | 'not_null' | 'true' | 'false';
}

type Operators<V, K> = K extends 'text'
  ? Comparison<V> & TextMatch
  : K extends 'json'
    ? JsonMatch
    : K extends 'boolean'
      ? BooleanMatch
      : K extends string
        ? Comparison<V>
        : V extends string
          ? Comparison<V> & TextMatch
          : V extends boolean
            ? BooleanMatch
            : V extends number
              ? Comparison<V>
              : Comparison<V> & TextMatch & JsonMatch;

type KindOf<K, C> = C extends keyof K ? K[C] : unknown;

type IsUntyped<V> = unknown extends V ? true : false;

type Condition<R, K, C extends keyof R> =
  IsUntyped<R[C]> extends true
    ? KindOf<K, C> extends 'json'
      ? JsonMatch | null
      : unknown
    : Value<R[C]> | null | Operators<Value<R[C]>, KindOf<K, C>>;

// The compiler writes this one in full in its errors, unlike NonNullable.
type Value<V> = Exclude<V, null | undefined>;

/** Conditions on columns, all of which must hold, and groups: `{ done: false, or: [{ due: null }, { due: { lt: today } }] }`. */
export type FilterObject<R, K = unknown> = { readonly [C in keyof R & string]?: Condition<R, K, C> } & {
  readonly and?: readonly FilterObject<R, K>[];
  readonly or?: readonly FilterObject<R, K>[];
  readonly not?: FilterObject<R, K> | readonly FilterObject<R, K>[];
};

/** A filter as an object, or as text: `done:eq:false,due:lt:2026-12-31`. */
export type Filter<T extends TableName> = string | FilterObject<Row<T>, Kinds<T>>;

/** `created_at:desc`, or only a column for ascending order. */
export type Order<R> = `${keyof R & string}:${'asc' | 'desc'}` | (keyof R & string);
