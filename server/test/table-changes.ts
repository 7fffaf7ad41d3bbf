import { expect } from 'vitest';
import type { Reply } from './api-client.ts';
import type { TestProject } from './start-test-server.ts';

interface ShownChange {
  readonly data: {
    readonly id: string;
    readonly state: string;
    readonly error: { readonly code: string; readonly error: string; readonly details?: unknown } | null;
  };
}

const STATUSES: Readonly<Record<string, number>> = { duplicate: 409, conflict: 409, validation_failed: 400 };

export async function importRows(
  project: Pick<TestProject, 'cloudApi'>,
  table: string,
  rows: number,
  rowOf: (n: number) => object,
): Promise<void> {
  const body = Array.from({ length: rows }, (_, n) => JSON.stringify(rowOf(n))).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const imported = await project.cloudApi(`/tables/${table}/import?format=ndjson`, { body, headers });
  expect(imported.status, imported.text).toBe(200);
}

/** Waits until the change of an answer 202 has ended; returns what an answer that waited would have been. */
export async function waitForChange<Body>(
  project: Pick<TestProject, 'cloudApi'>,
  accepted: Reply<Body>,
): Promise<Pick<Reply<Body>, 'status' | 'body'>> {
  const { id } = (accepted.body as unknown as ShownChange).data;
  const read = async () => (await project.cloudApi<ShownChange>(`/table-changes/${id}`)).body.data;
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).not.toMatch(/^(running|cancelling)$/);
  const { error } = await read();
  if (error === null) return { status: 200, body: accepted.body };
  return { status: STATUSES[error.code] ?? 500, body: error as unknown as Body };
}
