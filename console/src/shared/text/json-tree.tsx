import classes from './text.module.css';
import { visibleText } from './visible-text.ts';

const OPEN_LEVELS = 3;
const ITEMS_MAX = 200;

interface JsonTreeProps {
  readonly value: unknown;
  readonly name?: string;
  readonly level?: number;
}

export function JsonTree({ value, name, level = 0 }: JsonTreeProps) {
  const label = name === undefined ? null : <span className="dim">{visibleText(name)}: </span>;
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) {
    return (
      <div className={classes.leaf}>
        {label}
        {visibleText(JSON.stringify(value))}
      </div>
    );
  }
  const [start, end] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return (
    <details open={level < OPEN_LEVELS} className={level === 0 ? classes.tree : undefined}>
      <summary>
        {label}
        {start} <span className="dim">{entries.length}</span> {end}
      </summary>
      {entries.slice(0, ITEMS_MAX).map(([key, one]) => (
        <JsonTree key={key} name={key} value={one} level={level + 1} />
      ))}
      {entries.length > ITEMS_MAX && <div className="dim">and {entries.length - ITEMS_MAX} more</div>}
    </details>
  );
}
