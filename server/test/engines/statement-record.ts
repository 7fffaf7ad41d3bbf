import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

/** Environment variable with the folder of a test run's statement record, for all its processes. */
export const RECORD_VARIABLE = 'TEST_STATEMENT_RECORD';

/** Schema names of projects, which are replaced because the statements are otherwise identical. */
const STORE = /\bp_[0-9a-f]{32}\b/g;

interface Sender {
  readonly connectionParameters?: { readonly application_name?: string };
  query(...args: unknown[]): unknown;
}

/**
 * Writes each distinct statement that the service sends through `prototype` to a file in `folder` before it is sent, so that none is
 * lost to a kill or a refusal by the server. Statements of the tests themselves are left out.
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

/** Every distinct statement recorded in `folder`. */
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
