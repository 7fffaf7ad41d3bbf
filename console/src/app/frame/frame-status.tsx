import { onlineManager } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { slowWork } from '../../shared/api/slow-work.ts';
import classes from './frame.module.css';

/** Says that the browser is offline, or that what was asked takes long: else nobody knows whether it was heard. */
export function FrameStatus() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const isSlow = useSyncExternalStore(slowWork.subscribe, slowWork.get);
  const text = isOnline ? (isSlow ? 'Still working' : '') : 'No connection';
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Shown anew it stands above a dialog that was opened meanwhile.
    area.current?.hidePopover();
    if (text !== '') area.current?.showPopover();
  }, [text]);
  return (
    <div role="status">
      <div ref={area} popover="manual" className={classes.status}>
        {text}
      </div>
    </div>
  );
}
