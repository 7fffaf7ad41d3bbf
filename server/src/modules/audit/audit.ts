import type { IncomingHttpHeaders } from 'node:http';
import type { Operator } from '../../callers/index.ts';
import type { Database, PlainStep } from '../../database/index.ts';
import type { Answer, ObserveRequest, Route } from '../../http/index.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { AuditChange, AuditNote } from './audit-note.ts';
import { type AuditRow, createAuditStore } from './audit-store.ts';
import { CommittedChanges } from './committed-changes.ts';
import { FoldedNotes } from './folded-notes.ts';
import { type AuditQuery, auditRoutes, listAudit } from './routes.ts';
import { securityEventOf } from './security-event.ts';

export interface AuditAuthor {
  /** `service`: the process itself, for example when it creates the sample project. */
  readonly operator: Operator | { readonly kind: 'service' };
  readonly ip?: string;
  readonly requestId?: string;
  readonly headers?: IncomingHttpHeaders;
}

export interface Audit {
  /** The entry as a step of the transaction that makes the change, so that neither exists without the other. */
  step(author: AuditAuthor, change: AuditChange): PlainStep;
  /** Records an event outside the transaction of a change; written within a second. */
  note(note: AuditNote): void;
  /** Observes every answer. Records refusals, failed sign-ins and exports, and combines repetitions into one entry. */
  readonly observe: ObserveRequest;
  readonly routes: readonly Route[];
  /** Lists an account's actions outside of projects, and others' actions and attempts on it, including wrong passwords. */
  listConcerning(accountId: string, query: AuditQuery): Promise<Answer>;
  start(): void;
  stop(): Promise<void>;
}

export interface AuditOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly logger: Logger;
  readonly onError: (error: unknown) => void;
}

const WRITE_EVERY_MS = 1000;
/** Notes kept for another try after a failed write. */
const WAITING_MAX = 1000;

const CLIENTS: readonly unknown[] = ['cli', 'mcp'];

function viaOf(headers: IncomingHttpHeaders = {}): { readonly via?: unknown } {
  const client = headers['x-service-client'];
  return CLIENTS.includes(client) ? { via: client } : {};
}

export function createAudit(options: AuditOptions): Audit {
  const { database, clock, ids } = options;
  const store = createAuditStore(database);
  const folded = new FoldedNotes();
  let notes: AuditNote[] = [];
  const rowOf = ({ project, actor, action, target, details = {}, ip, requestId }: AuditNote): AuditRow => ({
    id: ids(),
    store: project?.store ?? null,
    project_id: project?.id ?? null,
    actor_kind: actor.kind,
    actor_id: actor.id ?? null,
    actor_email: actor.email ?? null,
    action,
    target,
    details: JSON.stringify(details),
    ip: ip ?? null,
    request_id: requestId ?? null,
    created_at: isoTime(clock.now()),
  });
  const writeNotes = async (isAll = false): Promise<void> => {
    const taken = [...notes, ...folded.take(clock.now(), isAll)];
    notes = [];
    if (taken.length === 0) return;
    const steps = taken.map((note) => store.insertStep(rowOf(note)));
    try {
      await database.write('control', steps);
    } catch (error) {
      // The disk may be full: keep up to the limit and try again.
      notes = [...taken, ...notes].slice(0, WAITING_MAX);
      throw error;
    }
    for (const note of taken) logNote(options.logger, note);
  };
  let writing = Promise.resolve();
  // Never rejects, so that reading works even if nothing can be written. Waits for a write that is under way.
  const tryToWrite = (): Promise<void> => {
    writing = writing.then(() => writeNotes()).catch(options.onError);
    return writing;
  };
  let timer: NodeJS.Timeout | undefined;

  const committed = new CommittedChanges();

  return {
    step: ({ operator, ip, requestId, headers }, { details = {}, ...change }) => {
      const note: AuditNote = {
        ...change,
        details: { ...details, ...viaOf(headers) },
        actor:
          operator.kind === 'account'
            ? { kind: 'account', id: operator.accountId, email: operator.email }
            : { kind: operator.kind },
        ...(ip !== undefined && { ip }),
        ...(requestId !== undefined && { requestId }),
      };
      if (requestId !== undefined) committed.begin(requestId, note);
      return store.insertStep(rowOf(note));
    },
    note: (note) => {
      notes.push(note);
    },
    observe: (request, answer) => {
      const changes = committed.end(request.requestId);
      if (answer.failure === undefined) for (const change of changes) logNote(options.logger, change);
      const event = securityEventOf(request, answer);
      if (event !== undefined) folded.add(event, clock.now());
    },
    // Writes pending notes before reading, so that readers see the latest events.
    routes: auditRoutes(store, tryToWrite),
    listConcerning: async (accountId, query) => {
      await tryToWrite();
      return await listAudit(store, { concernedAccountId: accountId }, query);
    },
    start: () => {
      timer = setInterval(() => void tryToWrite(), WRITE_EVERY_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await writing;
      await writeNotes(true);
    },
  };
}

function logNote(logger: Logger, { project, actor, action, target, details, ip, requestId }: AuditNote): void {
  const fields = { action, project: project?.id, actor, target, details, ip, request_id: requestId };
  logger[action.startsWith('security.') && action !== 'security.export' ? 'warn' : 'info'](
    fields,
    'Recorded in the audit log.',
  );
}
