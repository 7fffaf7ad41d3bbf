import type { S3Connection } from './s3-connection.ts';

const OVERRIDES: Readonly<Record<string, string>> = {
  'cache-control': 'ResponseCacheControl',
  'content-disposition': 'ResponseContentDisposition',
  'content-type': 'ResponseContentType',
};

interface PresignOptions {
  readonly expiresInSeconds: number;
  /** In lower case. Headers that the store cannot set are left out. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A URL at which anyone can read the object for a limited time, with these response headers. Makes no request. */
export async function presignObject(
  s3: S3Connection,
  name: string,
  { expiresInSeconds, headers }: PresignOptions,
): Promise<string> {
  const { sdk, client, bucket } = await s3.session();
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const overrides: Record<string, string> = {};
  for (const [header, value] of Object.entries(headers)) {
    const override = OVERRIDES[header];
    if (override !== undefined) overrides[override] = value;
  }
  const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: name, ...overrides });
  return getSignedUrl(client, command, { expiresIn: expiresInSeconds });
}
