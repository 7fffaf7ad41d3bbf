import type { ReactNode } from 'react';
import classes from './text.module.css';

/** A list of facts about one thing, a `Fact` on each line. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

/** A name and what it stands for; what is null is not shown. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === null) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
