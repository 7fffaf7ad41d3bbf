import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './schedules.module.css';

const EVERY = ['hour', 'day', 'weekday', 'week', 'month'] as const;
type ScheduleUnit = (typeof EVERY)[number];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The cron pattern for a common choice. */
export function buildSchedule(every: ScheduleUnit, time: string, day: number): string {
  const [hour = '6', minute = '0'] = time.split(':').map((part) => String(Number(part)));
  if (every === 'hour') return `${minute} * * * *`;
  if (every === 'day') return `${minute} ${hour} * * *`;
  if (every === 'weekday') return `${minute} ${hour} * * 1-5`;
  return every === 'week' ? `${minute} ${hour} * * ${day}` : `${minute} ${hour} 1 * *`;
}

/** Builds a cron pattern, for users who do not know the five fields. */
export function ScheduleBuilder({ onBuilt }: { readonly onBuilt: (schedule: string) => void }) {
  const [every, setEvery] = useState<ScheduleUnit>('day');
  const [time, setTime] = useState('06:00');
  const [day, setDay] = useState(1);
  const change = (next: { every?: ScheduleUnit; time?: string; day?: number }): void => {
    const all = { every, time, day, ...next };
    setEvery(all.every);
    setTime(all.time);
    setDay(all.day);
    onBuilt(buildSchedule(all.every, all.time, all.day));
  };
  return (
    <div className={classes.builder}>
      <NativeSelect
        label="Every"
        value={every}
        data={[...EVERY]}
        onChange={(event) => change({ every: EVERY.find((one) => one === event.currentTarget.value) ?? 'day' })}
      />
      {every === 'week' && (
        <NativeSelect
          label="On"
          value={String(day)}
          data={DAYS.map((label, value) => ({ label, value: String(value) }))}
          onChange={(event) => change({ day: Number(event.currentTarget.value) })}
        />
      )}
      <TextInput
        label={every === 'hour' ? 'At minute of' : 'At'}
        type="time"
        value={time}
        onChange={(event) => change({ time: event.currentTarget.value })}
      />
    </div>
  );
}
