import type { StoreName } from '../database.ts';

/** Identifies a database. Stored in the database itself, so that the service notices a wrong address. */
export interface DatabaseMark {
  readonly installation: string;
  readonly name: string;
}

export type MarkProblem =
  | 'is_primary'
  | 'of_another_installation'
  | 'has_another_name'
  | 'not_marked'
  /** Its collations or encoding differ from the primary's. */
  | 'of_another_kind'
  /** It distributes its tables over nodes itself. */
  | 'is_cluster';

export interface DatabaseSize {
  readonly bytes: number | undefined;
  /** Connections of all processes of the service, and of others that use it. */
  readonly connections: number;
}

export interface StoreMove {
  readonly id: string;
  readonly store: StoreName;
  readonly from: string;
  readonly to: string;
}

/** Only engines that can use several databases have one. Addresses are in the engine's form. */
export interface StoreMover {
  /** `like`: the address of the primary, whose kind a new database must have. */
  checkDatabase(
    url: string,
    mark: DatabaseMark,
    options: { readonly isNew: boolean; readonly like: string },
  ): Promise<MarkProblem | undefined>;
  removeMark(url: string): Promise<void>;
  sizeOf(url: string): Promise<DatabaseSize>;
  /** Returns the rows' bytes. Calls `mayGoOn` once the store is locked. After a failure, `settle` tells the outcome. */
  move(move: StoreMove, mayGoOn: () => Promise<boolean>): Promise<number>;
  /** Whether the move has happened; otherwise it cannot happen after `giveUp` has run. */
  settle(move: StoreMove, giveUp: () => Promise<void>): Promise<boolean>;
  /** Deletes a store's copy in a database that is not its place. */
  discardCopy(url: string, store: StoreName): Promise<void>;
  discardKept(move: Omit<StoreMove, 'to'>): Promise<void>;
}
