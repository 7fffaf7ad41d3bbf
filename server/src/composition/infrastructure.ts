import type { IncomingMessage } from 'node:http';
import type { Addresses } from '../config/index.ts';
import type { InstanceArchive } from '../continuous-archive/index.ts';
import type { Database, Places, ProcessTimes } from '../database/index.ts';
import type { AskLocally, Http, HttpOptions, IdentityProvider, Origins } from '../http/index.ts';
import type { LoadLimits } from '../modules/functions/index.ts';
import type { StorageOptions } from '../modules/storage/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { SafeFetch } from '../platform/safe-fetch/index.ts';
import type { TraceOutbound } from '../tracing/index.ts';

export interface Overrides {
  readonly database?: Database;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Identifies the signed-in user of a project, before the cookies are checked. */
  readonly identities?: IdentityProvider;
  /** How slowly uploads may arrive. */
  readonly uploadPace?: StorageOptions['uploadPace'];
  /** The time limit for a call to an external provider. */
  readonly providerMs?: number;
  readonly loadLimits?: LoadLimits;
  /** How soon processes consider another one dead. */
  readonly processTimes?: ProcessTimes;
  /** How slowly clients may read answers. */
  readonly sendPace?: NonNullable<HttpOptions['pace']>;
}

/** The basic services that every component uses. */
export interface Infrastructure {
  readonly overrides: Overrides;
  readonly clock: Clock;
  /** For background work: repeated lines are written only rarely. */
  readonly logger: Logger;
  /** For events: writes every line, even repeated ones. */
  readonly eventLogger: Logger;
  readonly database: Database;
  /** Which of several databases holds which project; `database` asks the right one. */
  readonly places: Places;
  /** Undefined: nothing is archived continuously. */
  readonly archive: InstanceArchive | undefined;
  readonly masterKey: Uint8Array;
  readonly ids: () => string;
  readonly addresses: Addresses;
  readonly origins: Origins;
  readonly isHttps: (request: IncomingMessage) => boolean;
  readonly refuseForeignPage: (request: IncomingMessage) => void;
  readonly takeRequestLoad: () => ReturnType<Http['takeLoad']>;
  readonly askLocally: AskLocally;
  readonly safeFetch: SafeFetch;
  readonly traceOutbound: TraceOutbound;
  /** Other processes may serve the same database. */
  readonly isShared: boolean;
  /** Receives failures of background work that no caller awaits. */
  readonly onError: (error: unknown) => void;
}
