import type { AnyRow } from '@service/client/internal';

/** A change that is shown before the service has confirmed it. */
export type Change =
  | { readonly kind: 'insert'; readonly rows: readonly AnyRow[]; readonly isNew?: true }
  | { readonly kind: 'update'; readonly which: Which; readonly patch: AnyRow }
  | { readonly kind: 'remove'; readonly which: Which };

/** One row by its id, or those that a filter names. */
export type Which = string | { readonly filter: string | object };
