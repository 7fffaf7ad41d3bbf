import { type ReactNode, useId } from 'react';
import classes from './page.module.css';

interface RegionProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Region({ title, actions, children }: RegionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.region}>
      <div className={classes.regionHead}>
        <h2 id={id} className={classes.regionTitle}>
          {title}
        </h2>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
