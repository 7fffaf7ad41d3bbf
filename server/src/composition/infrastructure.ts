import type { IncomingMessage } from 'node:http';
import type { Addresses } from '../config/index.ts';
import type { Database } from '../database/database.ts';
import type { ProcessTimes } from '../database/live-processes.ts';
import type { AskLocally, Http, HttpOptions, IdentityProvider, Origins } from '../http/index.ts';
import type { StorageOptions } from '../modules/storage/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { SafeFetch } from '../platform/safe-fetch/index.ts';

/** Tests put these in the place of the real ones. */
export interface Overrides {
  readonly database?: Database;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Tells who is signed in to a project; asked before the cookies are looked at. */
  readonly identities?: IdentityProvider;
  /** How slowly files may come. */
  readonly uploadPace?: StorageOptions['uploadPace'];
  /** How long a call of somebody else's service may take. */
  readonly providerMs?: number;
  /** How soon processes take another one for gone. */
  readonly processTimes?: ProcessTimes;
  /** How slowly answers may be taken. */
  readonly sendPace?: NonNullable<HttpOptions['pace']>;
}

/** Every component stands on these. */
export interface Infrastructure {
  readonly overrides: Overrides;
  readonly clock: Clock;
  /** For work in the background: of lines that are alike few are written. */
  readonly logger: Logger;
  /** Where every line counts, however like another. */
  readonly eventLogger: Logger;
  readonly database: Database;
  readonly masterKey: Uint8Array;
  readonly ids: () => string;
  readonly addresses: Addresses;
  readonly origins: Origins;
  readonly isHttps: (request: IncomingMessage) => boolean;
  readonly refuseForeignPage: (request: IncomingMessage) => void;
  readonly takeRequestLoad: () => ReturnType<Http['takeLoad']>;
  readonly askLocally: AskLocally;
  readonly safeFetch: SafeFetch;
  /** Other processes may serve the same database. */
  readonly isShared: boolean;
  /** Where failures of background work go that nobody waits for. */
  readonly onError: (error: unknown) => void;
}
