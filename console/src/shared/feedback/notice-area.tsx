import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import classes from './feedback.module.css';
import { dismissNotice, noticeStore } from './notices.ts';

/** The one place where the console says what is done. */
export function NoticeArea() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.get);
  return (
    <div role="status" className={classes.notices}>
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
  );
}
