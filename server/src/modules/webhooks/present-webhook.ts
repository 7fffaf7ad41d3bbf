import type { Project } from '../../callers/index.ts';
import { tableNames } from './watched-table.ts';
import type { WebhookRecord } from './webhook-schemas.ts';
import type { WebhookEvent, WebhookRow } from './webhook-tables.ts';
import type { WebhooksContext } from './webhooks-context.ts';

export async function presentWebhooks(
  context: WebhooksContext,
  project: Project,
  rows: readonly WebhookRow[],
): Promise<WebhookRecord[]> {
  const tableIds = rows.map((row) => row.table_id);
  const names = await tableNames(context, project, tableIds);
  return rows.map((row) => presentWebhook(row, names.get(row.table_id) ?? ''));
}

export async function presentCurrent(
  context: WebhooksContext,
  project: Project,
  row: WebhookRow,
): Promise<WebhookRecord> {
  const current = (await context.records.find(project.store, row.id)) ?? row;
  const names = await tableNames(context, project, [current.table_id]);
  return presentWebhook(current, names.get(current.table_id) ?? '');
}

export function presentWebhook(row: WebhookRow, table: string): WebhookRecord {
  return {
    id: row.id,
    table,
    events: eventsOf(row),
    url: row.url,
    description: row.description,
    enabled: row.enabled === 1,
    disabled_reason: row.disabled_reason,
    disabled_at: row.disabled_at,
    consecutive_failures: row.consecutive_failures,
    has_secret: row.secret !== null,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export function eventsOf(row: Pick<WebhookRow, EventFlag>): WebhookEvent[] {
  const flags = { insert: row.on_insert, update: row.on_update, delete: row.on_delete };
  return (Object.keys(flags) as WebhookEvent[]).filter((event) => flags[event] === 1);
}

type EventFlag = 'on_insert' | 'on_update' | 'on_delete';

export function flagsOf(events: readonly WebhookEvent[]): Record<EventFlag, number> {
  const flag = (event: WebhookEvent): number => (events.includes(event) ? 1 : 0);
  return { on_insert: flag('insert'), on_update: flag('update'), on_delete: flag('delete') };
}
