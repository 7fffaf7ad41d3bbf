import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';
import { Client } from 'pg';
import type { Database, Step } from '../src/database/database.ts';

/** Called before each action of a process that outlives it. */
type OnEffect = (name: string) => void;

const CHANGES = ['mkdir', 'rename', 'link', 'unlink', 'rm', 'rmdir', 'writeFile'] as const;
type Callable = (...args: unknown[]) => unknown;

/** Wraps a database so that `onEffect` is called before each change, and `onCommitted` after each transaction. */
export function watchDatabase(
  database: Database,
  onEffect: OnEffect,
  onCommitted: OnEffect = () => undefined,
): Database {
  const watched: Pick<Database, 'write' | 'load' | 'snapshot' | 'drop'> = {
    async write(store, steps, options) {
      const name = store === 'control' ? tablesOf(steps) : 'project';
      onEffect(`write ${name}`);
      const result = await database.write(store, steps, options);
      onCommitted(`committed ${name}`);
      return result;
    },
    load(store, steps) {
      onEffect('load');
      return database.load(store, steps);
    },
    snapshot(store) {
      onEffect('snapshot');
      return database.snapshot(store);
    },
    drop(store) {
      onEffect('drop');
      return database.drop(store);
    },
  };
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(watched, name) ?? Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The service's tables that a transaction changes, in order of first use. */
function tablesOf(steps: readonly Step[]): string {
  const tables = steps.flatMap((step) => {
    if (step.kind !== 'plain') return [];
    return /^(?:insert into|update|delete from) (?:"[^"]*"\.)?"(\w+)"/i.exec(step.statement.text)?.[1] ?? [];
  });
  return [...new Set(tables)].join(' ');
}

/**
 * Calls `onEffect` with `<database> <text>` before each statement of a connection outside of the pools, as moves of projects
 * have them.
 */
export function watchSingleConnections(onEffect: OnEffect): void {
  replace(Client.prototype, 'query', (args, client) => {
    const { pipeline, database } = client as { readonly pipeline: boolean; readonly database: string };
    const [asked] = args;
    if (!pipeline) onEffect(`${database} ${typeof asked === 'string' ? asked : 'COPY'}`);
  });
}

/** Calls `onEffect` before file system changes: whole-file operations below `directory`, and every write and sync. */
export async function watchFiles(directory: string, onEffect: OnEffect): Promise<void> {
  const placeOf = (path: unknown): string => relative(directory, String(path)).split('/').slice(0, 2).join('/');
  for (const name of CHANGES) replace(fs.promises, name, ([path]) => onEffect(`${name} ${placeOf(path)}`));
  replace(fs.promises, 'open', ([path, flags = 'r']) => {
    if (flags !== 'r') onEffect(`open ${placeOf(path)}`);
  });
  replace(fs, 'createWriteStream', ([path]) => onEffect(`open ${placeOf(path)}`));
  // Streams write with these functions.
  for (const name of ['write', 'writev'] as const) replace(fs, name, () => onEffect('piece of a stream'));
  syncBuiltinESMExports();
  const handle = await fs.promises.open('/dev/null');
  const prototype: object = Object.getPrototypeOf(handle);
  await handle.close();
  replace(prototype, 'write', () => onEffect('piece'));
  replace(prototype, 'sync', () => onEffect('sync'));
}

function replace(owner: object, name: string, before: (args: readonly unknown[], owner: unknown) => void): void {
  const original = Reflect.get(owner, name) as Callable;
  Reflect.set(owner, name, function told(this: unknown, ...args: unknown[]) {
    before(args, this);
    return original.apply(this, args);
  });
}
