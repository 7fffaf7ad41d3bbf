import type { AnyRow } from '@service/client/internal';

/** A change that is applied to the lists of its table until they have been read again. */
export type Change = {
  /** When the service confirmed the change, as a logical time from `tick`. */
  readonly confirmedAt?: number;
} & (
  | { readonly kind: 'insert'; readonly rows: readonly AnyRow[] }
  | { readonly kind: 'update'; readonly which: RowSelector; readonly patch: AnyRow }
  | { readonly kind: 'remove'; readonly which: RowSelector }
);

export type RowSelector = string | { readonly filter: string | object };
