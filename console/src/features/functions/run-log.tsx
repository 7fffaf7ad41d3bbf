import { formatTime } from '../../shared/text/formats.ts';
import { visibleText } from '../../shared/text/visible-text.ts';
import type { Run } from './function-queries.ts';
import classes from './functions.module.css';

export function RunLog({ run }: { readonly run: Run }) {
  const lines = run.log ?? [];
  return (
    <>
      <h3>Log</h3>
      {lines.length === 0 ? (
        <p className="dim">Nothing was logged.</p>
      ) : (
        <ul aria-label="Log" className={classes.log}>
          {lines.map(({ at, level, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended.
            <li key={index} data-level={level}>
              <time dateTime={at} title={formatTime(at)}>
                {at.slice(11, 23)}
              </time>
              <span className={classes.level}>{level}</span>
              <span>{visibleText(message)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
