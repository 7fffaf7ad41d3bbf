import { Type } from 'typebox';
import { isInstanceOperator, type Operator } from '../../callers/index.ts';
import { operatorRoute, type Route } from '../../http/index.ts';

/** The installation as accounts see it. */
export interface InstanceFacts {
  readonly version: string;
  readonly mode: 'development' | 'production';
  /** Known once the service listens. */
  readonly publicUrl: () => string;
  readonly appsDomain: string;
  /** Backups are made on a schedule. */
  readonly hasBackups: boolean;
  readonly engine: 'sqlite' | 'postgres';
  readonly blobs: 'disk' | 's3';
  /** Where the service's own mails go. */
  readonly mail: 'smtp' | 'mailbox' | 'none';
  readonly startedAt: string;
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
});

export function instanceRoute(facts: InstanceFacts): Route {
  return operatorRoute({
    method: 'GET',
    path: '/api/cloud/info',
    id: 'getInfo',
    summary: 'The installation: its version and addresses; for its operators also what it stands on',
    responses: { 200: Type.Object({ data: instance, count: Type.Literal(1) }) },
    handle: ({ operator }) => ({ status: 200, body: { data: describe(facts, operator), count: 1 } }),
  });
}

function describe(facts: InstanceFacts, operator: Operator): object {
  const shown = {
    version: facts.version,
    mode: facts.mode,
    public_url: facts.publicUrl(),
    apps_domain: facts.appsDomain,
    backups: facts.hasBackups,
  };
  if (!isInstanceOperator(operator)) return shown;
  return { ...shown, engine: facts.engine, blobs: facts.blobs, mail: facts.mail, started_at: facts.startedAt };
}
