import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../server/test/index.ts';
import { createFolder } from '../../../test/run-command.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('types takes payloads and results from the functions in the folder, wherever it writes the file', async () => {
  const project = await server.createProject();
  const env = { SERVICE_URL: server.url, SERVICE_TOKEN: server.adminToken, SERVICE_PROJECT_ID: project.id };
  await using app = await createFolder(env);
  await app.write('service.json', '{"functions":"api"}');
  await app.write('api/greet.ts', 'export default () => "Hello";');
  await app.write('api/old.js', 'export default () => 1;');
  expect(await app.run(['functions', 'deploy'])).toMatchObject({ exit: 0 });
  const linesOf = async (file: string): Promise<readonly string[]> => {
    const text = await readFile(join(app.path, file), 'utf8');
    return text.split('\n').filter((line) => /"(greet|old)"/.test(line));
  };
  expect(await app.run(['types'])).toMatchObject({ exit: 0 });
  expect(await linesOf('service-env.d.ts')).toEqual([
    `      "greet": import('@service/client').FunctionTypes<typeof import("./api/greet.js")>;`,
    '      "old": { payload: unknown; result: unknown };',
  ]);
  expect(await app.run(['types', '--check'])).toMatchObject({ exit: 0 });
  await app.write('src/index.ts', '');
  expect(await app.run(['types', '--out', 'src/service.d.ts'])).toMatchObject({ exit: 0 });
  expect((await linesOf('src/service.d.ts'))[0]).toContain('import("../api/greet.js")');
});
