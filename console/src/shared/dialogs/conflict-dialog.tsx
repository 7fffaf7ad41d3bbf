import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { Waiting } from '../feedback/waiting.tsx';
import { DataTable } from '../list/data-table.tsx';
import { visibleText } from '../text/visible-text.ts';
import { Dialog } from './dialog.tsx';
import classes from './dialogs.module.css';

export interface Difference {
  readonly name: string;
  readonly mine: string;
  readonly theirs: string;
}

interface ConflictDialogProps {
  readonly text: ReactNode;
  readonly differences: readonly Difference[] | undefined;
  readonly onKeep: () => void;
  readonly onTake: () => void;
  readonly onClose: () => void;
}

const SHOWN = 2000;

export function ConflictDialog({ text, differences, onKeep, onTake, onClose }: ConflictDialogProps) {
  return (
    <Dialog title="Changed by another person" kind="wide" onClose={onClose}>
      <p>{text}</p>
      {differences === undefined ? (
        <Waiting lines={2} />
      ) : (
        <div className={classes.versions}>
          <DataTable
            name="Both versions"
            items={differences}
            keyOf={({ name }) => name}
            columns={[
              { title: 'What', cell: ({ name }) => name },
              { title: 'Mine', cell: ({ mine }) => <Version text={mine} /> },
              { title: 'Theirs', cell: ({ theirs }) => <Version text={theirs} /> },
            ]}
          />
        </div>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onTake}>
          Take theirs
        </Button>
        <Button onClick={onKeep}>Keep mine</Button>
      </div>
    </Dialog>
  );
}

function Version({ text }: { readonly text: string }) {
  return text === '' ? <span className="dim">empty</span> : <pre>{visibleText(text.slice(0, SHOWN))}</pre>;
}

export function isConflict(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'conflict' && 'current' in error.details;
}
