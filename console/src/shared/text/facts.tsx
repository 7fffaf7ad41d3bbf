import type { ReactNode } from 'react';
import classes from './text.module.css';

/** A list of facts; put one `Fact` on each line. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

/** A name with its value; null is not shown. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === null) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
