import { Button } from '@mantine/core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
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
        {notices.map(({ id, text, undo }) => (
          <div key={id} className={classes.notice}>
            <span>{text}</span>
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
          </div>
        ))}
      </div>
    </div>
  );
}
