import { Button } from '@mantine/core';
import { FailureAlert } from '../../../shared/feedback/failure-alert.tsx';
import { visibleLine } from '../../../shared/text/visible-text.ts';
import { valueText } from './cell-values.ts';
import classes from './grid.module.css';
import { unsavedKey } from './use-cell-changes.ts';
import type { GridChanges } from './use-grid-changes.ts';

export function UnsavedAlerts({ changes }: { readonly changes: GridChanges }) {
  const refused = [...changes.unsaved.values()].filter(({ error }) => error !== undefined);
  return refused.map((entry) => (
    <div key={unsavedKey(entry.row.id, entry.column.name)}>
      <FailureAlert error={entry.error} onRetry={() => void changes.retry(entry)} />
      <p className={classes.tools}>
        <span className="dim">
          {entry.column.name}: {visibleLine(valueText(entry.value), 80)}
        </span>
        <Button variant="default" size="compact-sm" onClick={() => changes.giveUp(entry)}>
          Give up this change
        </Button>
      </p>
    </div>
  ));
}
