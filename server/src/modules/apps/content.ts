/** The bytes of files, stored once however many files have them. */
export interface Content {
  readonly hash: string;
  /** A blob of the bytes as they are, then as brotli, then as gzip. */
  readonly blobId: string;
  readonly size: number;
  /** 0: not kept in this form. */
  readonly brSize: number;
  readonly gzipSize: number;
}
