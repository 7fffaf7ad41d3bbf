import type { StoreName } from '../../database/index.ts';

/** A blob that committed data refers to, with its expected size and hash. */
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
  /** The blobs with ids after `afterId`, in the order of ids. */
  list(store: StoreName, afterId: string, limit: number): Promise<readonly ExpectedBlob[]>;
}
