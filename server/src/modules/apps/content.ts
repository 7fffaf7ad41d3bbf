export interface Content {
  readonly hash: string;
  /** One blob with the original bytes, then the brotli form, then the gzip form. */
  readonly blobId: string;
  readonly size: number;
  /** 0 when this form is not kept. */
  readonly brSize: number;
  readonly gzipSize: number;
}
