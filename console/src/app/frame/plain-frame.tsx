import { Outlet } from '@tanstack/react-router';
import classes from './frame.module.css';
import { useTabs } from './use-tabs.ts';

/** Around the pages that need nobody to be signed in. */
export function PlainFrame() {
  useTabs();
  return (
    <div className={classes.plain}>
      <Outlet />
    </div>
  );
}
