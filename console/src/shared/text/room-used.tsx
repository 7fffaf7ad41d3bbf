import { formatBytes } from './formats.ts';
import classes from './text.module.css';

interface RoomUsedProps {
  readonly name: string;
  readonly bytes: number;
  readonly bytesMax: number;
  readonly whenFull: string;
}

const NEARLY_FULL = 0.9;

export function isNearlyFull({ bytes, bytesMax }: Pick<RoomUsedProps, 'bytes' | 'bytesMax'>): boolean {
  return bytes >= bytesMax * NEARLY_FULL;
}

export function RoomUsed({ name, bytes, bytesMax, whenFull }: RoomUsedProps) {
  const isFull = bytes >= bytesMax;
  return (
    <div className={classes.room}>
      <p className="dim">
        {name}: {formatBytes(bytes)} of {formatBytes(bytesMax)}
      </p>
      <meter
        className={classes.meter}
        aria-label={`${name}: share of the room that is used`}
        min={0}
        max={bytesMax}
        high={bytesMax * NEARLY_FULL}
        value={Math.min(bytes, bytesMax)}
      />
      {isNearlyFull({ bytes, bytesMax }) && (
        <p role="status" className={classes.roomWarning}>
          {isFull ? 'The room is used up.' : 'The room is nearly used up.'} {whenFull}
        </p>
      )}
    </div>
  );
}
