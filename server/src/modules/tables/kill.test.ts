import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProgram } from '../../../../e2e/harness/service-program.ts';
import { findFreePort } from '../../../test/find-free-port.ts';
import { ADMIN_TOKEN, type Api, createApi } from '../../../test/index.ts';

const KILLS = 3;
const ROWS = 3000;

async function start(dataDir: string): Promise<{ child: ChildProcess; api: Api }> {
  const port = await findFreePort();
  const { file, compileCache } = await findProgram();
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: compileCache,
    PORT: String(port),
    SERVICE_DATA_DIR: dataDir,
    SERVICE_MODE: 'production',
    SERVICE_ADMIN_TOKEN: ADMIN_TOKEN,
    SERVICE_RATE_LIMITS: 'off',
  };
  const child = spawn(process.execPath, [file], { env, stdio: 'ignore' });
  const api = createApi(`http://127.0.0.1:${port}`, ADMIN_TOKEN);
  await expect
    .poll(
      () =>
        api('/health').then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000, interval: 50 },
    )
    .toBe(200);
  return { child, api };
}

test('a process killed during a table change leaves the old or the new table, with all rows', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kill-tables-'));
  let { child, api } = await start(dataDir);
  const tables = '/api/cloud/projects/kill/tables';
  try {
    await api('/api/cloud/projects', { json: { name: 'Kill', id: 'kill' } });
    await api(tables, { json: { name: 't', columns: [{ name: 'a0', type: 'text' }] } });
    const file = `a0\n${Array.from({ length: ROWS }, (_, n) => `v${n}`).join('\n')}`;
    const filled = await api(`${tables}/t/import?format=csv`, { body: file, headers: { 'content-type': 'text/csv' } });
    expect(filled.status).toBe(200);
    let current = 'a0';
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const next = `a${kill}`;
      const json = {
        change_columns: [{ name: current, rename: next, unique: kill % 2 === 1 }],
        add_columns: [{ name: `b${kill}`, type: 'text', required: true, default: 'd', indexed: true }],
      };
      const changing = api(`${tables}/t`, { method: 'PATCH', json }).then(
        ({ status }) => status,
        () => 0,
      );
      await new Promise((resolve) => setTimeout(resolve, kill * 8));
      child.kill('SIGKILL');
      await once(child, 'exit');
      const status = await changing;
      ({ child, api } = await start(dataDir));
      const shown = await api<{ data: { columns: { name: string }[]; row_count: number } }>(`${tables}/t`);
      const names = shown.body.data.columns.map(({ name }) => name);
      const isNew = names.includes(next);
      // Both halves of the change or neither; an acknowledged one must be there.
      expect(names.includes(`b${kill}`)).toBe(isNew);
      expect(names.includes(current)).toBe(!isNew);
      if (status === 200) expect(isNew).toBe(true);
      if (isNew) current = next;
      const listed = await api<{ count: number; data: object[] }>(`/api/baas/kill/data/t?filter=${current}:like:v*`);
      expect(listed.body.count).toBe(ROWS);
      expect(Object.keys(listed.body.data[0] ?? {})).toEqual(names);
    }
  } finally {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);
