import type { StoreName } from './database.ts';

/** Reads rows of one store, which may be in use. `text` names the table that the rows are from. */
export type ReadStore = (
  store: StoreName,
  text: (tableOf: (name: string) => string) => string,
) => Promise<readonly Readonly<Record<string, unknown>>[]>;
