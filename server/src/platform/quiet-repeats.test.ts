import { expect, test } from 'vitest';
import { createTestClock } from '../../test/test-clock.ts';
import { silentLogger } from './logger.ts';
import { quietRepeats } from './quiet-repeats.ts';

function openLog() {
  const lines: object[] = [];
  const clock = createTestClock();
  const write = (fields: object, message: string): void => void lines.push({ ...fields, message });
  const logger = quietRepeats({ ...silentLogger, error: write, warn: write, info: write }, clock);
  const fail = (message: string, fields: object = {}) => logger.error({ err: { message }, ...fields }, 'It failed.');
  return { lines, clock, logger, fail };
}

test('a repeated error is logged once a minute, with its number of repeats', () => {
  const { lines, clock, fail } = openLog();
  for (let at = 0; at < 120; at += 1) {
    fail('gone');
    clock.advance(500);
  }
  expect(lines).toHaveLength(1);
  fail('gone');
  expect(lines[1]).toEqual({ err: { message: 'gone' }, message: 'It failed.', times: 120 });
});

test('other errors and those of other stores are logged at once, and no count is lost', () => {
  const { lines, clock, logger, fail } = openLog();
  fail('one', { store: 'p_a' });
  fail('one', { store: 'p_b' });
  for (const file of ['a', 'b']) fail('one', { project: 'shop', file });
  fail('two');
  fail('two');
  expect(lines).toHaveLength(5);
  clock.advance(60_000);
  logger.warn({}, 'Something else.');
  expect(lines.slice(5)).toEqual([
    { message: 'Something else.' },
    { err: { message: 'two' }, message: 'It failed.', times: 1 },
  ]);
  logger.info({}, 'news');
  logger.info({}, 'news');
  expect(lines).toHaveLength(9);
});
