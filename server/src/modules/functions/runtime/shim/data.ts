import { ask } from './ask.ts';
import type { Run } from './run.ts';

export function createData(run: Run): object {
  const data = tablesOf(run, false);
  return { ...data, asCaller: () => tablesOf(run, true) };
}

function tablesOf(run: Run, isAsCaller: boolean): object {
  return { table: (name: unknown) => tableOf(run, { table: String(name), isAsCaller }) };
}

function tableOf(run: Run, where: { readonly table: string; readonly isAsCaller: boolean }): object {
  const send = (op: string, ...args: readonly unknown[]): Promise<unknown> => ask(run, { op, ...where, args });
  return {
    list: (options?: unknown) => send('data.list', options ?? {}),
    count: (options?: unknown) => send('data.count', options ?? {}),
    get: (id: unknown) => send('data.get', id),
    insert: (rows: unknown) => send('data.insert', rows),
    update: (target: unknown, patch: unknown) => send('data.update', target, patch),
    remove: (target: unknown) => send('data.remove', target),
    aggregate: (body: unknown) => send('data.aggregate', body),
    batch: (items: unknown, options?: unknown) => send('data.batch', items, options ?? {}),
  };
}
