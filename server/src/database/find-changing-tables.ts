import type { StoreName } from './database.ts';
import type { ReadStore } from './read-store.ts';
import type { SavedInstallation } from './save-control.ts';

export interface ChangingTable {
  readonly project: string;
  readonly table: string;
}

/** A quotation mark within a value of the definition has a backslash before it. */
const IS_CHANGING = `definition LIKE '%"pending":%' OR definition LIKE '%"unbuilt":%'`;

/** The tables of all projects with a change that has not ended, also while the service runs. */
export async function findChangingTables({ url, directory }: SavedInstallation): Promise<readonly ChangingTable[]> {
  if (url === undefined) return await (await import('./sqlite/read-stores.ts')).withStores(directory, changingTables);
  return await (await import('./postgres/read-stores.ts')).withStores(url, changingTables);
}

async function changingTables(read: ReadStore): Promise<readonly ChangingTable[]> {
  const found: ChangingTable[] = [];
  for (const { id, store } of await read('control', (of) => `SELECT id, store FROM ${of('projects')} ORDER BY id`)) {
    const tables = await read(
      store as StoreName,
      (of) => `SELECT name FROM ${of('_tables')} WHERE ${IS_CHANGING} ORDER BY name`,
    );
    for (const { name } of tables) found.push({ project: String(id), table: String(name) });
  }
  return found;
}
