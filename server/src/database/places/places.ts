import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Database, StoreName } from '../database.ts';
import { StoreMoves } from './moves.ts';
import { createPlacedDatabase } from './placed-database.ts';
import { createPlacesStore, type PlacesStore } from './places-store.ts';
import { RegisteredDatabases } from './registered-databases.ts';
import type { StoreMover } from './store-mover.ts';

export interface Places {
  readonly database: Database;
  readonly store: PlacesStore;
  /** Undefined where the engine keeps everything in one place. */
  readonly several: SeveralDatabases | undefined;
}

export interface SeveralDatabases {
  readonly registered: RegisteredDatabases;
  readonly mover: StoreMover;
  readonly moves: StoreMoves;
  /** Makes this process read the place of a store again. */
  forgetPlace(store: StoreName): void;
}

export interface PlacesOptions {
  readonly primary: Database;
  readonly url: string;
  readonly open: (url: string) => Promise<Database>;
  readonly mover: StoreMover;
  readonly masterKey: Uint8Array;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function createPlaces({ primary, url, open, mover, masterKey, clock, logger }: PlacesOptions): Places {
  const store = createPlacesStore(primary);
  const onError = (error: unknown): void =>
    logger.warn({ err: { message: String(error) } }, 'A database was not closed.');
  const registered = new RegisteredDatabases({
    primary: { database: primary, url },
    open,
    store,
    mover,
    masterKey,
    onError,
  });
  const moves = new StoreMoves({ primary, store, registered, mover, clock, logger });
  const placed = createPlacedDatabase({ primary, store, registered, settleMove: (one) => moves.settleFor(one) });
  return { database: placed.database, store, several: { registered, mover, moves, forgetPlace: placed.forget } };
}

export function createSinglePlace(database: Database): Places {
  return { database, store: createPlacesStore(database), several: undefined };
}
