import type { IncomingHttpHeaders } from 'node:http';
import type { Operator } from '../../callers/index.ts';
import type { Database, PlainStep, StoreName } from '../../database/database.ts';
import type { Route } from '../../http/index.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import { createAuditStore } from './audit-store.ts';
import { auditRoutes } from './routes.ts';

/** Who made a change and how it came in. The call of an operator's or member's route is one. */
export interface AuditAuthor {
  /** `service`: the process itself, for example when it makes the sample project. */
  readonly operator: Operator | { readonly kind: 'service' };
  readonly ip?: string;
  readonly requestId?: string;
  readonly headers?: IncomingHttpHeaders;
}

export interface AuditChange {
  readonly project?: { readonly id: string; readonly store: StoreName };
  /** `<thing>.<verb>`: `table.create`, `key.delete`. */
  readonly action: string;
  /** What was changed: an id or a name. */
  readonly target: string;
  /** What a reader wants to know of it. Never a secret, a key or a password. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface Audit {
  /** The entry as a step of the transaction that makes the change, so that there is never one without the other. */
  step(author: AuditAuthor, change: AuditChange): PlainStep;
  readonly routes: readonly Route[];
}

export interface AuditOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
}

const CLIENTS: readonly unknown[] = ['cli', 'mcp'];

/** Through which of our own programs a change came, as these say themselves. */
function viaOf(headers: IncomingHttpHeaders = {}): { readonly via?: unknown } {
  const client = headers['x-service-client'];
  return CLIENTS.includes(client) ? { via: client } : {};
}

export function createAudit({ database, clock, ids }: AuditOptions): Audit {
  const store = createAuditStore(database);
  return {
    step: ({ operator, ip, requestId, headers }, { project, action, target, details = {} }) =>
      store.insertStep({
        id: ids(),
        store: project?.store ?? null,
        project_id: project?.id ?? null,
        actor_kind: operator.kind,
        actor_id: operator.kind === 'account' ? operator.accountId : null,
        actor_email: operator.kind === 'account' ? operator.email : null,
        action,
        target,
        details: JSON.stringify({ ...details, ...viaOf(headers) }),
        ip: ip ?? null,
        request_id: requestId ?? null,
        created_at: isoTime(clock.now()),
      }),
    routes: auditRoutes(store),
  };
}
