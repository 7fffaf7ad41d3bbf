import type { Api } from '../../api/api.ts';
import type { Source, SourceUser } from './source.ts';

const USERS_PER_CALL = 500;

interface Report {
  readonly created: number;
  readonly errors: readonly { readonly index: number; readonly message: string; readonly fields?: object }[];
}

export async function loadUsers(api: Api, base: string, source: Source) {
  const counts = { done: 0, failed: 0 };
  let waiting: SourceUser[] = [];
  const send = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const { data } = await api.call<Report>(`${base}/users/import`, { method: 'POST', json: { users: waiting } });
    counts.done += data.created;
    counts.failed += data.errors.length;
    for (const { index, message, fields } of data.errors) {
      const reason = fields === undefined ? message : `${message} ${JSON.stringify(fields)}`;
      source.leftOut.push({ kind: 'user', name: waiting[index]?.email ?? '', reason });
    }
    waiting = [];
  };
  for await (const user of source.users()) {
    waiting.push(user);
    if (waiting.length === USERS_PER_CALL) await send();
  }
  await send();
  return counts;
}
