import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { slowWork } from '../../shared/api/slow-work.ts';
import { NoticeArea } from '../../shared/feedback/notice-area.tsx';

export function FrameStatus() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const isSlow = useSyncExternalStore(slowWork.subscribe, slowWork.get);
  return <NoticeArea standing={isOnline ? (isSlow ? 'Still working' : '') : 'No connection'} />;
}
