import { Outlet } from '@tanstack/react-router';
import classes from './frame.module.css';
import { useTabs } from './use-tabs.ts';

/** The layout of pages that need no session. */
export function PlainFrame() {
  useTabs();
  return (
    <div className={classes.plain}>
      <Outlet />
    </div>
  );
}
