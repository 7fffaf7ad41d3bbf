import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newEmail, receivedMails, signUp, startTestServer } from '../../../test/index.ts';
import type { StoreName } from '../../database/database.ts';
import { createDatabase } from '../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../database/kysely.ts';
import { systemClock } from '../../platform/clock.ts';
import { TOKEN_MAIL_JOB } from './token-mails.ts';

interface Tables {
  projects: { id: string; store: StoreName };
  _auth_mails: { job_id: string };
  _jobs: Record<'id' | 'kind' | 'payload' | 'state' | 'created_at', string> &
    Record<'run_at' | 'attempts' | 'lease_until', number>;
}

test('a mail job that runs again after a crash does not send its mail a second time', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'mail-once-'));
  const database = await createDatabase({ url: undefined, directory, clock: systemClock });
  const server = await startTestServer({ database, config: { mode: 'development' } });
  try {
    const project = await server.createProject();
    const { email } = await signUp(project.api);
    expect(await receivedMails(server, email)).toHaveLength(1);
    const db = createSqlBuilder<Tables>(database);
    const [{ store } = { store: 'control' as StoreName }] = await fetchRows(
      database,
      db.selectFrom('projects').select('store').where('id', '=', project.id),
    );
    const [mailed] = await fetchRows(database, db.selectFrom('_auth_mails').selectAll(), store);
    const again = async (id: string, to: string): Promise<void> => {
      const payload = JSON.stringify({ projectId: project.id, kind: 'verification', email: to, redirectTo: null });
      const row = { id, kind: TOKEN_MAIL_JOB, payload, state: 'waiting', created_at: new Date().toISOString() };
      const step = db.insertInto('_jobs').values({ ...row, run_at: 0, attempts: 1, lease_until: 0 });
      await database.write(store, [plainStep(step)]);
      // This request wakes the queue.
      await project.api('/auth/forgot-password', { json: { email: newEmail() } });
    };
    await again(mailed?.job_id ?? '', email);
    expect(await receivedMails(server, email)).toHaveLength(1);
    // Control: a job with another id does send its mail.
    await again('01900000-0000-7000-8000-000000000001', email);
    expect(await receivedMails(server, email)).toHaveLength(2);
  } finally {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  }
});
