import { Button, CloseButton } from '@mantine/core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { FailureAlert } from './failure-alert.tsx';
import classes from './feedback.module.css';
import { dismissNotice, noticeStore } from './notices.ts';

export function NoticeArea({ standing }: { readonly standing: string }) {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.get);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Reopening the popover moves it above a dialog that was opened meanwhile.
    area.current?.hidePopover();
    if (notices.length > 0 || standing !== '') area.current?.showPopover();
  }, [notices, standing]);
  useEffect(() => {
    const shown = area.current;
    if (shown === null) return undefined;
    // The banner and dialogs use this property to leave room, so that notices cover nothing clickable.
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty('--notices-bottom', `${shown.getBoundingClientRect().bottom}px`);
    });
    observer.observe(shown);
    return () => observer.disconnect();
  }, []);
  return (
    <div role="status">
      <div ref={area} popover="manual" className={classes.notices}>
        {standing !== '' && <div className={classes.notice}>{standing}</div>}
        {notices.map(({ id, text, undo, error }) => (
          <div key={id} className={classes.notice}>
            {error === undefined ? <span>{text}</span> : <FailureAlert error={error} />}
            {undo !== undefined && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => {
                  dismissNotice(id);
                  undo();
                }}
              >
                Undo
              </Button>
            )}
            {error !== undefined && <CloseButton aria-label="Dismiss" onClick={() => dismissNotice(id)} />}
          </div>
        ))}
      </div>
    </div>
  );
}
