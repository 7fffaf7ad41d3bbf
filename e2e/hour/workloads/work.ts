import { randomBytes, randomInt } from 'node:crypto';
import type { ApiAnswer } from '../../harness/api-client.ts';
import type { Callers, HourRequest } from '../callers.ts';
import type { LedgerFinding } from '../ledger.ts';

/** One kind of work that goes on all the time, and the ledger of what it was promised. */
export interface Work {
  /** The pause after each piece. */
  readonly pauseMs: number;
  once(project: string): Promise<void>;
  /** Compares everything in all projects with the ledger. */
  findings(projects: readonly string[]): Promise<readonly LedgerFinding[]>;
}

export function uniqueName(): string {
  return randomBytes(8).toString('hex');
}

export function pick<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 0 ? undefined : items[randomInt(items.length)];
}

/** Any answer but success is a violation here: the requests of the work are right. */
export async function succeed(callers: Callers, request: HourRequest): Promise<ApiAnswer | undefined> {
  const answer = await callers.call(request);
  if (answer !== undefined && answer.status >= 300)
    callers.violate(`${request.kind} ${request.method} ${request.path}: ${answer.status} ${answer.text}`);
  return answer;
}

const PAGE = 1_000;

type Row = Readonly<Record<string, unknown>>;

/** All entries of a list with `limit` and `offset`; `path` ends with its query. */
export async function listAll(callers: Callers, project: string | undefined, path: string): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (;;) {
    const page = `${path}&limit=${PAGE}&offset=${found.length}`;
    const request: HourRequest = { kind: 'comparison', project, isWrite: false, method: 'GET', path: page };
    const { body } = await callers.must(request);
    const { data } = body as { readonly data: readonly Row[] };
    found.push(...data);
    if (data.length < PAGE) return found;
  }
}

/** Works through all items, some at a time. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      const item = items[index];
      if (item !== undefined) await work(item, index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
