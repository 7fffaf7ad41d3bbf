import { expect, test } from 'vitest';
import { deploy } from '../../../../test/functions.ts';
import { startLossyServer } from '../../../../test/lossy-server.ts';

test('when the answer to a commit is lost, calls use the function as it was stored', async () => {
  await using lossy = await startLossyServer();
  const project = await lossy.server.createProject();
  const invoke = () => project.api('/functions/one/invoke', { json: {} });
  const path = '/functions/one';
  await deploy(project, 'one', 'export default () => 1;');
  expect((await invoke()).body).toMatchObject({ data: 1 });

  lossy.loseCommitOf('_functions');
  const json = { trigger: 'http', source: 'export default () => 2;' };
  const replaced = await project.cloudApi(path, { method: 'PUT', json });
  expect([replaced.status, replaced.body]).toMatchObject([503, { code: 'unavailable' }]);
  expect((await invoke()).body).toMatchObject({ data: 2 });

  lossy.loseCommitOf('_functions');
  const deleted = await project.cloudApi(path, { method: 'DELETE' });
  expect([deleted.status, deleted.body]).toMatchObject([503, { code: 'unavailable' }]);
  expect(await invoke()).toMatchObject({ status: 404, body: { code: 'function_not_found' } });
}, 120_000);
