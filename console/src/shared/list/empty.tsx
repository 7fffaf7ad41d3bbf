import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './list.module.css';

export interface FirstAction {
  readonly label: string;
  run(): void;
}

interface EmptyProps {
  readonly name: string;
  readonly isNarrowed?: boolean;
  readonly next?: ReactNode;
  readonly first?: FirstAction | undefined;
}

export function Empty({ name, isNarrowed = false, next, first }: EmptyProps) {
  const things = /^[A-Z]{2}/.test(name) ? name : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return (
    <div className={classes.empty}>
      {isNarrowed ? (
        <p>No {things} match. Change the search or the filters.</p>
      ) : (
        <>
          <p>No {things} yet.</p>
          {next}
          {first !== undefined && (
            <Button variant="default" onClick={first.run}>
              {first.label}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
