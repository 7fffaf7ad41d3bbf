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
  readonly uploadPace?: StorageOptions['uploadPace'];
  readonly providerMs?: number;
  readonly loadLimits?: LoadLimits;
  readonly processTimes?: ProcessTimes;
  readonly sendPace?: NonNullable<HttpOptions['pace']>;
}

export interface Infrastructure {
  readonly overrides: Overrides;
  readonly clock: Clock;
  /** For background work: repeated lines are written only rarely. */
  readonly logger: Logger;
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
  readonly onError: (error: unknown) => void;
}
