export const UNITS = ['hour', 'day', 'weekday', 'week', 'month'] as const;
export type ScheduleUnit = (typeof UNITS)[number];

export interface SimpleSchedule {
  readonly every: ScheduleUnit;
  /** `HH:MM`; of an hourly schedule only the minute counts. */
  readonly time: string;
  /** The day of the week, Sunday is 0. */
  readonly day: number;
}

const PATTERN = /^(\d{1,2}) (\*|\d{1,2}) (\*|1) \* (\*|1-5|[0-7])$/;

export function readSchedule(schedule: string): SimpleSchedule | undefined {
  const [, minute = '', hour = '', date = '', day = ''] = PATTERN.exec(schedule.trim().replaceAll(/\s+/g, ' ')) ?? [];
  const every = unitOf(hour, date, day);
  if (minute === '' || every === undefined || Number(minute) > 59 || Number(hour === '*' ? 0 : hour) > 23)
    return undefined;
  const time = `${(hour === '*' ? '0' : hour).padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return { every, time, day: every === 'week' ? Number(day) % 7 : 1 };
}

function unitOf(hour: string, date: string, day: string): ScheduleUnit | undefined {
  if (hour === '*') return date === '*' && day === '*' ? 'hour' : undefined;
  if (date === '1') return day === '*' ? 'month' : undefined;
  if (day === '*') return 'day';
  return day === '1-5' ? 'weekday' : 'week';
}

export const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

export function scheduleText(schedule: string): string | undefined {
  const simple = readSchedule(schedule);
  if (simple === undefined) return undefined;
  const { every, time, day } = simple;
  if (every === 'hour') return `every hour at minute ${Number(time.slice(3))}`;
  if (every === 'month') return `on the 1st of every month at ${time}`;
  return `every ${every === 'week' ? DAYS[day] : every} at ${time}`;
}

export function buildSchedule({ every, time, day }: SimpleSchedule): string {
  const [hour = '6', minute = '0'] = time.split(':').map((part) => String(Number(part)));
  if (every === 'hour') return `${minute} * * * *`;
  if (every === 'day') return `${minute} ${hour} * * *`;
  if (every === 'weekday') return `${minute} ${hour} * * 1-5`;
  return every === 'week' ? `${minute} ${hour} * * ${day}` : `${minute} ${hour} 1 * *`;
}
