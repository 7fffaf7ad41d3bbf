import { Outlet } from '@tanstack/react-router';
import classes from './frame.module.css';

/** Around the pages that need nobody to be signed in. */
export function PlainFrame() {
  return (
    <div className={classes.plain}>
      <Outlet />
    </div>
  );
}
