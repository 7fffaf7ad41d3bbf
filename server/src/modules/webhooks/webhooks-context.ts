import type { Project } from '../../callers/index.ts';
import type { Database, PlainStep, ServiceTable } from '../../database/index.ts';
import { isNotApplied } from '../../database/index.ts';
import type { MemberCall } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';
import { parseUuid } from '../../platform/ids.ts';
import type { Audit } from '../audit/index.ts';
import type { Tables } from '../tables/index.ts';
import type { Delivery } from './delivery/index.ts';
import type { DeliveryLogStore } from './delivery-log-store.ts';
import { WEBHOOK_STEP, type WebhookRecordsStore } from './webhook-records-store.ts';
import type { WebhookRow } from './webhook-tables.ts';

export interface WebhooksContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly masterKey: Uint8Array;
  readonly audit: Audit;
  readonly tables: Pick<Tables, 'catalogue' | 'reload' | 'watch'>;
  /** Tables that every project has. A project's own table of the same name takes precedence. */
  readonly serviceTables: readonly ServiceTable[];
  readonly isClosed: (url: URL) => boolean;
  readonly records: WebhookRecordsStore;
  readonly log: DeliveryLogStore;
  readonly delivery: Delivery;
}

export async function requireWebhook({ records }: WebhooksContext, call: MemberCall): Promise<WebhookRow> {
  const id = parseUuid(call.params['webhook_id'] ?? '');
  const row = id === undefined ? undefined : await records.find(call.project.store, id);
  if (row === undefined) throw webhookNotFound();
  return row;
}

export function webhookNotFound(): ServiceError {
  return new ServiceError('not_found', 'There is no such webhook.');
}

/** Writes a change of an existing webhook. Throws `not_found` when it was deleted in the meantime. */
export async function writeChange(
  context: WebhooksContext,
  project: Project,
  steps: readonly PlainStep[],
): Promise<void> {
  try {
    await context.database.write(project.store, steps);
  } catch (error) {
    throw isNotApplied(error, WEBHOOK_STEP) ? webhookNotFound() : error;
  }
}

/** The log is in another store; the change is written first, so that the log never shows one that was not made. */
export async function recordWebhookChange(
  { database, audit }: WebhooksContext,
  call: MemberCall,
  action: string,
  change: { readonly target: string; readonly details?: Readonly<Record<string, unknown>> },
): Promise<void> {
  await database.write('control', [audit.step(call, { project: call.project, action, ...change })]);
}
