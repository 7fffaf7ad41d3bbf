import { createHash, createHmac } from 'node:crypto';

export interface SigningKey {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

/** The store does not check the hash of the body; TLS, and the hash in the manifest, protect it. */
const BODY = 'UNSIGNED-PAYLOAD';

/** Headers of AWS Signature Version 4 for a request without a query to an object store. */
export function signedHeaders(
  { method, url }: { readonly method: string; readonly url: URL },
  { accessKey, secretKey, region }: SigningKey,
  now: Date,
): Readonly<Record<string, string>> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const names = 'host;x-amz-content-sha256;x-amz-date';
  const lines = [`host:${url.host}`, `x-amz-content-sha256:${BODY}`, `x-amz-date:${time}`, ''];
  const canonical = [method, url.pathname, '', ...lines, names, BODY].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (previous, part) => createHmac('sha256', previous).update(part).digest(),
    `AWS4${secretKey}`,
  );
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return {
    'x-amz-content-sha256': BODY,
    'x-amz-date': time,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

export function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
