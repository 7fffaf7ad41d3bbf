import { Icon as IconCopy } from 'virtual:icon/copy';
import { ActionIcon } from '@mantine/core';
import { notify } from '../feedback/notices.ts';
import classes from './text.module.css';

const SHOWN = 8;

interface ShortIdProps {
  readonly id: string;
  /** -1 inside a grid, which has its own keyboard navigation. */
  readonly tabIndex?: number;
}

/** The last part of an id, which differs even for ids of the same time, with a button that copies the whole id. */
export function ShortId({ id, tabIndex }: ShortIdProps) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(id);
    notify('Id copied.');
  };
  return (
    <span className={classes.shortId} title={id}>
      <code>…{id.slice(-SHOWN)}</code>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        tabIndex={tabIndex}
        aria-label="Copy id"
        onClick={(event) => {
          event.stopPropagation();
          void copy();
        }}
      >
        <IconCopy size={14} aria-hidden />
      </ActionIcon>
    </span>
  );
}
