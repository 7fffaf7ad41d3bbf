import type { AnyRow } from '@service/client/internal';

/** A change that is laid over the lists of its table until they have been read again. */
export type Change = {
  /** When the service confirmed it, on the clock of `tick`. */
  readonly confirmedAt?: number;
} & (
  | { readonly kind: 'insert'; readonly rows: readonly AnyRow[] }
  | { readonly kind: 'update'; readonly which: Which; readonly patch: AnyRow }
  | { readonly kind: 'remove'; readonly which: Which }
);

/** One row by its id, or those that a filter names. */
export type Which = string | { readonly filter: string | object };
