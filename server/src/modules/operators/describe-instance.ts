import { statfs } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { Type } from 'typebox';
import { isInstanceOperator } from '../../callers/index.ts';
import { type OperatorCall, operatorRoute, type Route } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';

export interface InstanceFacts {
  readonly version: string;
  readonly mode: 'development' | 'production';
  /** A function, because the URL is known only once the service listens. */
  readonly publicUrl: () => string;
  readonly appsDomain: string;
  readonly hasBackups: boolean;
  readonly engine: 'sqlite' | 'postgres';
  readonly blobs: 'disk' | 's3';
  readonly mail: 'smtp' | 'mailbox' | 'none';
  readonly startedAt: string;
  readonly dataDir: string;
  /** Why the last mail could not be sent; undefined when it was sent. */
  readonly mailFailure: () => { readonly atMs: number; readonly error: string } | undefined;
}

const optional = (text: string) => Type.Optional(Type.String({ description: text }));

const instance = Type.Object({
  version: Type.String(),
  mode: Type.Enum(['development', 'production']),
  public_url: Type.String({ format: 'uri' }),
  apps_domain: Type.String(),
  backups: Type.Boolean(),
  engine: optional('For instance operators: `sqlite` or `postgres`.'),
  blobs: optional('For instance operators: `disk` or `s3`.'),
  mail: optional('For instance operators: `smtp`, `mailbox` or `none`.'),
  started_at: optional('For instance operators.'),
  free_bytes: Type.Optional(
    Type.Integer({ description: 'For instance operators: free bytes on the disk that holds the data.' }),
  ),
  mail_failure: Type.Optional(
    Type.Union([Type.Object({ at: Type.String({ format: 'date-time' }), error: Type.String() }), Type.Null()], {
      description: 'For instance operators: why the last mail could not be sent; null if it was sent.',
    }),
  ),
  proxy: optional(
    'For instance operators: whether a proxy stood before this request, `none`, `trusted` or `untrusted`.',
  ),
});

export function instanceRoute(facts: InstanceFacts): Route {
  return operatorRoute({
    method: 'GET',
    path: '/api/cloud/info',
    id: 'getInfo',
    summary: 'Returns the version and addresses of the installation; for instance operators also its environment',
    responses: { 200: Type.Object({ data: instance, count: Type.Literal(1) }) },
    handle: async (call) => ({ status: 200, body: { data: await describe(facts, call), count: 1 } }),
  });
}

async function describe(facts: InstanceFacts, { operator, headers, ip }: OperatorCall): Promise<object> {
  const shown = {
    version: facts.version,
    mode: facts.mode,
    public_url: facts.publicUrl(),
    apps_domain: facts.appsDomain,
    backups: facts.hasBackups,
  };
  if (!isInstanceOperator(operator)) return shown;
  const { engine, blobs, mail, startedAt, dataDir } = facts;
  const { bavail, bsize } = await statfs(dataDir);
  const failure = facts.mailFailure();
  return {
    ...shown,
    engine,
    blobs,
    mail,
    started_at: startedAt,
    free_bytes: bavail * bsize,
    mail_failure: failure === undefined ? null : { at: isoTime(failure.atMs), error: failure.error },
    proxy: proxyOf(headers, ip),
  };
}

/** The service takes the caller's address from this header only if the proxy is trusted. */
function proxyOf(headers: IncomingHttpHeaders, ip: string): 'none' | 'trusted' | 'untrusted' {
  const told = headers['x-forwarded-for'];
  if (told === undefined) return 'none';
  return String(told).includes(ip) ? 'trusted' : 'untrusted';
}
