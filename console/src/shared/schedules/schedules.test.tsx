import '../../../test/dom.ts';
import { expect, test, vi } from 'vitest';
import { answerCalls, findBarriers, screen, show } from '../../../test/show.tsx';
import { NextTimes } from './next-times.tsx';
import { buildSchedule, readSchedule, scheduleText } from './read-schedule.ts';
import { ScheduleBuilder } from './schedule-builder.tsx';

test.each(['0 3 * * *', '15 * * * *', '30 7 * * 1-5', '5 12 * * 0', '0 0 1 * *'])(
  'the builder reads %s and writes it back unchanged',
  (text) => {
    const read = readSchedule(text);
    expect(read && buildSchedule(read)).toBe(text);
  },
);

test.each(['', '*/5 * * * *', '0 3 * * 1,2', '0 3 2 * *', '60 3 * * *', '0 24 * * *', '0 3 1 * 1', '0 * 1 * *'])(
  'the builder leaves %j alone, which it cannot express',
  (text) => {
    expect(readSchedule(text)).toBeUndefined();
  },
);

test('the builder shows the schedule and changes only what is chosen', async () => {
  const onBuilt = vi.fn();
  const { user } = await show(<ScheduleBuilder schedule="0 3 * * *" onBuilt={onBuilt} />);
  expect(screen.getByLabelText('Every')).toHaveProperty('value', 'day');
  expect(screen.getByLabelText('At')).toHaveProperty('value', '03:00');
  expect(onBuilt).not.toHaveBeenCalled();
  expect(await findBarriers()).toEqual([]);
  await user.selectOptions(screen.getByLabelText('Every'), 'weekday');
  expect(onBuilt.mock.calls).toEqual([['0 3 * * 1-5']]);
});

test('a schedule that the builder cannot express stays unchanged until the person chooses something', async () => {
  const onBuilt = vi.fn();
  const { user } = await show(<ScheduleBuilder schedule="*/5 * * * *" onBuilt={onBuilt} />);
  expect(screen.getByLabelText('Every')).toHaveProperty('value', '');
  expect(screen.queryByLabelText('At')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Every'), 'day');
  expect(onBuilt.mock.calls).toEqual([['0 6 * * *']]);
});

test.each([
  ['15 * * * *', 'every hour at minute 15'],
  ['0 6 * * *', 'every day at 06:00'],
  ['30 7 * * 1-5', 'every weekday at 07:30'],
  ['5 12 * * 0', 'every Sunday at 12:05'],
  ['0 0 1 * *', 'on the 1st of every month at 00:00'],
  ['*/5 * * * *', undefined],
])('%s is %s', (schedule, text) => {
  expect(scheduleText(schedule)).toBe(text);
});

test('the next times are shown in the chosen zone', async () => {
  answerCalls(() => ({ data: { times: ['2026-07-01T12:00:00.000Z'] }, count: 1 }));
  await show(<NextTimes schedule="0 8 * * *" timezone="America/New_York" />);
  expect((await screen.findByRole('listitem')).textContent).toBe('1 Jul 2026, 08:00 GMT-4');
});
