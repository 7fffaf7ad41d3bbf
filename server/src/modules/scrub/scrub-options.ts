import type { BlobStore } from '../../blobs/index.ts';
import type { ChangeFeed, Database, StoreName } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Audit } from '../audit/index.ts';
import type { ExpectedBlobs } from './expected-blob.ts';

export interface ScrubOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly logger: Logger;
  readonly feed: ChangeFeed;
  readonly audit: Audit;
  readonly blobs: BlobStore;
  /** 0 turns the scrub off. */
  readonly everyDays: number;
  readonly bytesPerSecond?: number;
  readonly expected: () => readonly ExpectedBlobs[];
  readonly projectId: (store: StoreName) => Promise<string | undefined>;
  readonly onError: (error: unknown) => void;
}
