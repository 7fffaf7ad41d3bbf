export type DatabaseConfig = { readonly engine: 'sqlite' } | { readonly engine: 'postgres'; readonly url: string };

export type BlobsConfig =
  | { readonly kind: 'disk' }
  | {
      readonly kind: 's3';
      readonly endpoint: string;
      readonly bucket: string;
      readonly region: string;
      readonly accessKey: string;
      readonly secretKey: string;
    };

export type BackupTargetConfig =
  | { readonly kind: 'file'; readonly directory: string }
  | (Extract<BlobsConfig, { readonly kind: 's3' }> & {
      /** Without slashes at either end; may be empty. */
      readonly prefix: string;
    });

/** The URL without a trailing slash; undefined unless it is a plain http(s) origin. */
export function publicUrlOf(text: string): string | undefined {
  const url = parse(text);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return undefined;
  const isPlain =
    url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return isPlain ? url.origin : undefined;
}

export function httpUrlOf(text: string): string | undefined {
  const url = parse(text);
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) ? text : undefined;
}

export function databaseOf(text: string): DatabaseConfig | undefined {
  const url = parse(text);
  const isPostgres = url !== undefined && ['postgres:', 'postgresql:'].includes(url.protocol);
  return isPostgres ? { engine: 'postgres', url: text } : undefined;
}

export function blobsOf(text: string): BlobsConfig | undefined {
  const url = parse(text);
  if (url === undefined || url.protocol !== 's3:' || url.host === '' || url.username === '') return undefined;
  const bucket = url.pathname.replace(/^\/|\/$/g, '');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return undefined;
  const [accessKey, secretKey] = [decoded(url.username), decoded(url.password)];
  if (accessKey === undefined || secretKey === undefined) return undefined;
  const isPlain = url.searchParams.get('tls') === 'off';
  return {
    kind: 's3',
    endpoint: `${isPlain ? 'http' : 'https'}://${url.host}`,
    bucket,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKey,
    secretKey,
  };
}

export function backupTargetOf(text: string): BackupTargetConfig | undefined {
  const url = parse(text);
  if (url?.protocol === 'file:') {
    if (url.host !== '' || url.search !== '' || url.hash !== '' || url.pathname === '/') return undefined;
    const directory = decoded(url.pathname);
    return directory === undefined || directory.includes('\0') ? undefined : { kind: 'file', directory };
  }
  const [, bucket = '', ...path] = url?.pathname.split('/') ?? [];
  const prefix = path.filter((name) => name !== '').join('/');
  // Objects below `blobs/` belong to the blob store, which would sweep the backups.
  if (prefix.split('/')[0] === 'blobs') return undefined;
  if (url === undefined || !/^[A-Za-z0-9!_.*'()/-]{0,200}$/.test(prefix)) return undefined;
  url.pathname = `/${bucket}`;
  const store = blobsOf(url.href);
  return store?.kind === 's3' ? { ...store, prefix } : undefined;
}

export function smtpUrlOf(text: string): string | undefined {
  const url = parse(text);
  return url !== undefined && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '' ? text : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
