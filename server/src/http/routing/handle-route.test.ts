import { expect, it } from 'vitest';
import { startTestHttp } from '../../../test/start-test-http.ts';
import { type Logger, silentLogger } from '../../platform/logger.ts';

it('a key in a URL is not logged, but names that only resemble one are', async () => {
  const lines: unknown[] = [];
  const logger: Logger = { ...silentLogger, isLevelEnabled: () => true, debug: (fields) => lines.push(fields) };
  await using http = await startTestHttp({ logger });
  for (const prefix of ['sk_', 'ct_', 'sk%5F']) await http.api(`/api/${prefix}${'a1-B'.repeat(11)}?b=hidden`);
  await http.api('/api/task_force_of_the_whole_company');
  expect(lines).toHaveLength(4);
  expect(JSON.stringify(lines)).not.toMatch(/a1-B|hidden/);
  expect(lines[3]).toMatchObject({ path: '/api/task_force_of_the_whole_company' });
});

it('every answer sends Strict-Transport-Security when the public URL is https', async () => {
  const headerAt = async (publicUrl: string): Promise<(string | null)[]> => {
    await using http = await startTestHttp({ publicUrl });
    const answers = [await http.api('/health'), await http.api('/api/baas/sample/none'), await http.api('/none')];
    return answers.map(({ headers }) => headers.get('strict-transport-security'));
  };
  expect(await headerAt('https://api.example.com')).toEqual(Array.from({ length: 3 }, () => 'max-age=31536000'));
  expect(await headerAt('http://api.example.com')).toEqual([null, null, null]);
});
