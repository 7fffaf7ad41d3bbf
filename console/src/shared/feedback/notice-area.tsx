import { Button, CloseButton } from '@mantine/core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { FailureAlert } from './failure-alert.tsx';
import classes from './feedback.module.css';
import { dismissNotice, noticeStore } from './notices.ts';

/** The one place where the console says what is done. */
export function NoticeArea() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.get);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Shown anew it stands above a dialog that was opened meanwhile.
    area.current?.hidePopover();
    if (notices.length > 0) area.current?.showPopover();
  }, [notices]);
  return (
    <div role="status">
      <div ref={area} popover="manual" className={classes.notices}>
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
