import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react';
import { Dialog } from '../../shared/dialogs/dialog.tsx';
import classes from './palette-dialog.module.css';
import type { PaletteChoices } from './palette-state.ts';

const PaletteResults = lazy(() =>
  import('../palette/palette-results.tsx').then(({ PaletteResults: default_ }) => ({ default: default_ })),
);

const NO_CHOICES: PaletteChoices = { count: 0, isComplete: false, choose: () => undefined };

/** Shows its field at once; what is typed there is searched for when the results have loaded. */
export function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const listId = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [count, setCount] = useState(0);
  const choices = useRef(NO_CHOICES);
  // Enter counts also before all results are there: the first one is opened when they are.
  const isEntered = useRef(false);
  const active = Math.min(at, count - 1);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((active + step + count) % Math.max(1, count));
    else if (event.key === 'Enter' && (active > 0 || isReady(choices.current))) choices.current.choose(active);
    else if (event.key === 'Enter') isEntered.current = true;
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title="Search or jump to" onClose={onClose}>
      <input
        role="combobox"
        aria-label="Search or jump to"
        aria-expanded={count > 0}
        aria-controls={count > 0 ? listId : undefined}
        aria-activedescendant={count > 0 ? `${listId}-${active}` : undefined}
        placeholder="A page, table, user, action, or the id of a row"
        autoComplete="off"
        spellCheck={false}
        className={classes.field}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
          isEntered.current = false;
        }}
        onKeyDown={onKeyDown}
      />
      <Suspense
        fallback={
          <p role="status" className="dim">
            Loading the search …
          </p>
        }
      >
        <PaletteResults
          text={text}
          active={active}
          listId={listId}
          onClose={onClose}
          onChoices={(shown) => {
            choices.current = shown;
            setCount(shown.count);
            if (isEntered.current && isReady(shown)) shown.choose(0);
          }}
        />
      </Suspense>
    </Dialog>
  );
}

function isReady({ count, isComplete }: PaletteChoices): boolean {
  return isComplete && count > 0;
}
