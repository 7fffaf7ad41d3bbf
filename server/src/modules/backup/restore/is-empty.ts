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

type EmptinessContext = Pick<BackupContext, 'database'>;

export async function isEmpty(context: EmptinessContext, store: StoreName): Promise<boolean> {
  return (await findContents(context, store)).length === 0;
}

/** Throws `not_empty` with the kinds of contents found. */
export async function requireEmpty(context: EmptinessContext, store: StoreName): Promise<void> {
  const found = await findContents(context, store);
  if (found.length === 0) return;
  throw new ServiceError(
    'not_empty',
    `The project has ${found.join(', ')}. Restore into a new one, or say replace=<its id> to replace everything in it.`,
    { details: { found } },
  );
}

async function findContents({ database }: EmptinessContext, store: StoreName): Promise<readonly string[]> {
  const { dialect } = database;
  const looks = Object.entries(THINGS).map(
    ([table, name]) => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM ${dialect.table(table)})`,
  );
  const rows = await database.query(store, { text: looks.join(' UNION ALL '), values: [] });
  return rows.map(({ name }) => String(name));
}
