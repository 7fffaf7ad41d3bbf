import { Outlet } from '@tanstack/react-router';
import classes from './frame.module.css';
import { useTabs } from './use-tabs.ts';

export function PlainFrame() {
  useTabs();
  return (
    <div className={classes.plain}>
      <Outlet />
    </div>
  );
}
