import { NativeSelect, TextInput } from '@mantine/core';
import { buildSchedule, DAYS, readSchedule, type SimpleSchedule, UNITS } from './read-schedule.ts';
import classes from './schedules.module.css';

const FIRST_CHOICE: SimpleSchedule = { every: 'day', time: '06:00', day: 1 };
const OTHER = { value: '', label: 'as written' };

interface ScheduleBuilderProps {
  readonly schedule: string;
  readonly onBuilt: (schedule: string) => void;
}

export function ScheduleBuilder({ schedule, onBuilt }: ScheduleBuilderProps) {
  const read = readSchedule(schedule);
  const change = (next: Partial<SimpleSchedule>): void => onBuilt(buildSchedule({ ...FIRST_CHOICE, ...read, ...next }));
  return (
    <div className={classes.builder}>
      <NativeSelect
        label="Every"
        value={read?.every ?? ''}
        data={read === undefined ? [OTHER, ...UNITS] : [...UNITS]}
        onChange={({ currentTarget: { value } }) => {
          const every = UNITS.find((one) => one === value);
          if (every !== undefined) change({ every });
        }}
      />
      {read?.every === 'week' && (
        <NativeSelect
          label="On"
          value={String(read.day)}
          data={DAYS.map((label, value) => ({ label, value: String(value) }))}
          onChange={(event) => change({ day: Number(event.currentTarget.value) })}
        />
      )}
      {read !== undefined && (
        <TextInput
          label={read.every === 'hour' ? 'At minute of' : 'At'}
          type="time"
          value={read.time}
          onChange={({ currentTarget: { value } }) => value !== '' && change({ time: value })}
        />
      )}
    </div>
  );
}
