import { expect, test } from 'vitest';
import { silentLogger } from '../platform/logger.ts';
import { watchPlace } from './place-watch.ts';

function watch() {
  const lines: string[] = [];
  let nowMs = 1_000_000;
  const line =
    (level: string) =>
    (fields: object, text: string): void => {
      lines.push(`${level} ${text} ${JSON.stringify(fields)}`);
    };
  const note = watchPlace({ ...silentLogger, info: line('info'), warn: line('warn') }, () => nowMs);
  return {
    lines,
    note,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('an outage of the place is one warning with its reason, and one line when it ends', () => {
  const { lines, note } = watch();
  for (const failure of [undefined, 'refused', 'refused', 'full', undefined, undefined]) note(failure);
  expect(lines).toEqual([
    'warn The place of the archive cannot be used. The service continues, and tries the place again. {"err":{"message":"refused"}}',
    'info The place of the archive can be used again. {}',
  ]);
});

test('a place that fails every other call is logged once a minute', () => {
  const { lines, note, pass } = watch();
  for (let call = 0; call < 200; call += 1) {
    note(call % 2 === 0 ? 'refused' : undefined);
    pass(500);
  }
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['warn', 'info', 'warn', 'info']);
});

test('an outage that begins within the minute is logged after it', () => {
  const { lines, note, pass } = watch();
  for (const failure of ['refused', undefined, 'refused']) note(failure);
  expect(lines).toHaveLength(2);
  pass(60_000);
  note('refused');
  expect(lines).toHaveLength(3);
});
