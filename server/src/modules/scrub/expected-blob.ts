import type { StoreName } from '../../database/index.ts';

export interface ExpectedBlob {
  readonly id: string;
  readonly size: number;
  /** Hexadecimal hash of the first `hashedBytes`. */
  readonly sha256: string;
  readonly hashedBytes: number;
}

export interface ExpectedBlobs {
  /** The table that lists these blobs; stores without it have none. */
  readonly table: string;
  list(store: StoreName, afterId: string, limit: number): Promise<readonly ExpectedBlob[]>;
}
