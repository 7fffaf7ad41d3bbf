import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { slowWork } from '../../shared/api/slow-work.ts';
import { NoticeArea } from '../../shared/feedback/notice-area.tsx';

/** Announces finished actions, an offline browser and slow requests, so that users know their input was received. */
export function FrameStatus() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const isSlow = useSyncExternalStore(slowWork.subscribe, slowWork.get);
  return <NoticeArea standing={isOnline ? (isSlow ? 'Still working' : '') : 'No connection'} />;
}
