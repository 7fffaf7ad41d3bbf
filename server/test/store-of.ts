import type { Database, StoreName } from '../src/database/index.ts';

export async function storeOf(database: Database, projectId: string): Promise<StoreName> {
  const text = `SELECT store FROM ${database.dialect.table('projects')} WHERE id = ${database.dialect.placeholder(1)}`;
  const [row] = await database.query('control', { text, values: [projectId] });
  return String(row?.['store']) as StoreName;
}
