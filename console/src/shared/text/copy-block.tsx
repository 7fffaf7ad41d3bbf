import { Button } from '@mantine/core';
import { notify } from '../feedback/notices.ts';
import classes from './text.module.css';

export function CopyBlock({ label, text }: { readonly label: string; readonly text: string }) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    notify(`${label} copied.`);
  };
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keyboard. */}
      <pre tabIndex={0}>{text}</pre>
      <Button variant="default" size="compact-sm" aria-label={`Copy ${label}`} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}
