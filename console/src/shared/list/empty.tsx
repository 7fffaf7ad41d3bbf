import type { ReactNode } from 'react';
import classes from './list.module.css';

interface EmptyProps {
  readonly name: string;
  readonly isNarrowed?: boolean;
  readonly next?: ReactNode;
}

/** Says that a list is empty and suggests a next step, or that nothing matches the search. */
export function Empty({ name, isNarrowed = false, next }: EmptyProps) {
  const things = /^[A-Z]{2}/.test(name) ? name : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return (
    <div className={classes.empty}>
      {isNarrowed ? (
        <p>No {things} match. Change the search or the filters.</p>
      ) : (
        <>
          <p>No {things} yet.</p>
          {next}
        </>
      )}
    </div>
  );
}
