import type { StoreName } from '../../../database/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { BackupContext } from '../backup-context.ts';

const THINGS: Readonly<Record<string, string>> = {
  _tables: 'tables',
  _users: 'users',
  _files: 'files',
  _functions: 'functions',
  _function_secrets: 'secrets',
  _webhooks: 'webhooks',
  _messages: 'messages',
  _app_deployments: 'deployments',
  _integrations: 'integrations',
};

/** Throws `not_empty` with the kinds of contents found. */
export async function requireEmpty({ database }: Pick<BackupContext, 'database'>, store: StoreName): Promise<void> {
  const { dialect } = database;
  const looks = Object.entries(THINGS).map(
    ([table, name]) => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM ${dialect.table(table)})`,
  );
  const rows = await database.query(store, { text: looks.join(' UNION ALL '), values: [] });
  if (rows.length === 0) return;
  const found = rows.map(({ name }) => String(name));
  throw new ServiceError(
    'not_empty',
    `The project has ${found.join(', ')}. Restore into a new one, or say replace=<its id> to replace everything in it.`,
    { details: { found } },
  );
}
