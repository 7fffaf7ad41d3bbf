import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import classes from './frame.module.css';

/** Says that the browser is offline, so that what waits is not taken for slow. */
export function ConnectionStatus() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  return (
    <div role="status" className={isOnline ? 'visually-hidden' : classes.offline}>
      {isOnline ? '' : 'No connection'}
    </div>
  );
}
