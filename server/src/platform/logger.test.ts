import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createLogger } from './logger.ts';

const END = 'The end.';

async function linesOf(level: 'info' | 'debug', write: (logger: ReturnType<typeof createLogger>) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'logger-'));
  const file = join(folder, 'log');
  const logger = createLogger(level, file);
  write(logger);
  logger.error({}, END);
  // The file is opened and written in the background.
  const text = await vi.waitFor(() => {
    logger.flush();
    const written = readFileSync(file, 'utf8');
    expect(written).toContain(END);
    return written;
  }, 10_000);
  rmSync(folder, { recursive: true });
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.includes(END))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a line is JSON with level, time, fields and message', async () => {
  const lines = await linesOf('info', (logger) => logger.info({ request_id: 'r' }, 'Done.'));
  expect(lines).toEqual([{ level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), request_id: 'r', msg: 'Done.' }]);
});

test('lines below the level are not written', async () => {
  const lines = await linesOf('info', (logger) => logger.debug({}, 'Small.'));
  expect(lines).toEqual([]);
});

test('secrets are left out wherever they occur', async () => {
  const secrets = {
    authorization: 's3cret',
    cookie: 's3cret',
    'set-cookie': ['s3cret'],
    password: 's3cret',
    token: 's3cret',
  };
  const lines = await linesOf('debug', (logger) => {
    logger.error({ ...secrets, headers: secrets, request: { headers: { ...secrets, host: 'x' } } }, 'Failed.');
  });
  expect(JSON.stringify(lines)).not.toContain('s3cret');
  expect(lines[0]).toMatchObject({ request: { headers: { host: 'x', cookie: '[redacted]' } } });
});
