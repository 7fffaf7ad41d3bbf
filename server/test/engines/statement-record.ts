import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

/** Names the folder of a test run's record, for all its processes. */
export const RECORD_VARIABLE = 'TEST_STATEMENT_RECORD';

/** Schemas of projects, whose statements are else the same. */
const STORE = /\bp_[0-9a-f]{32}\b/g;

/** The part of `Client` that is recorded. */
interface Sender {
  readonly connectionParameters?: { readonly application_name?: string };
  query(...args: unknown[]): unknown;
}

/**
 * From now on each distinct text that the service sends through `prototype` stands in a file of `folder` before it is sent,
 * so that neither a kill nor a refusal by the server loses one. What tests themselves ask is left out.
 */
export function recordStatements(folder: string, prototype: Sender = Client.prototype as unknown as Sender): void {
  const file = join(folder, `${randomUUID()}.jsonl`);
  const seen = new Set<string>();
  const send = prototype.query;
  prototype.query = function (this: Sender, ...args) {
    const text = textOf(args[0])?.replace(STORE, 'p_…');
    if (text !== undefined && !seen.has(text) && this.connectionParameters?.application_name === 'service') {
      seen.add(text);
      appendFileSync(file, `${JSON.stringify(text)}\n`);
    }
    return send.apply(this, args);
  };
}

/** Every distinct text that was recorded in `folder`. */
export async function recordedStatements(folder: string): Promise<ReadonlySet<string>> {
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const lines = files.flatMap((file) => file.split('\n').slice(0, -1));
  return new Set(lines.map((line) => String(JSON.parse(line))));
}

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  const text: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : undefined;
  return typeof text === 'string' ? text : undefined;
}

const folder = process.env[RECORD_VARIABLE];
if (folder !== undefined) recordStatements(folder);
