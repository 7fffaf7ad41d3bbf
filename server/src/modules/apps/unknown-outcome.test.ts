import { expect, test } from 'vitest';
import { startLossyServer } from '../../../test/lossy-server.ts';
import { createArchive, publish, sendArchive, visit } from '../../../test/published-app.ts';

test('when the answer to the commit of a deployment is lost, visitors get the app and its functions as stored', async () => {
  await using lossy = await startLossyServer();
  const { server } = lossy;
  const project = await server.createProject();
  const filesOf = (text: string) => ({
    'dist/index.html': text,
    'functions/which.ts': `export default () => '${text}';`,
  });
  const seen = async () => {
    const invoked = await project.api<{ data: unknown }>('/functions/which/invoke', { json: {} });
    return [(await visit(server, project, '/')).text, invoked.body.data];
  };
  const { id } = await publish(project, filesOf('one'));
  expect(await seen()).toEqual(['one', 'one']);

  lossy.loseCommitOf('_app_state');
  const published = await sendArchive(project, await createArchive(filesOf('two')));
  expect([published.status, published.body]).toMatchObject([503, { code: 'unavailable' }]);
  expect(await seen()).toEqual(['two', 'two']);

  lossy.loseCommitOf('_app_state');
  const back = await project.cloudApi(`/deployments/${id}/rollback`, { method: 'POST' });
  expect([back.status, back.body]).toMatchObject([503, { code: 'unavailable' }]);
  expect(await seen()).toEqual(['one', 'one']);
}, 120_000);
