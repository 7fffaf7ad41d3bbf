import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import classes from './page.module.css';

interface TabsProps<T extends string> {
  readonly name: string;
  readonly tabs: readonly T[];
  readonly children: (tab: T) => ReactNode;
}

export function Tabs<T extends string>({ name, tabs, children }: TabsProps<T>) {
  const [chosen, setChosen] = useState<T>();
  const id = useId();
  const current = chosen ?? tabs[0];
  if (current === undefined) return null;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length] ?? current;
    setChosen(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={name} className={classes.tabs} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            aria-selected={tab === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => setChosen(tab)}
          >
            {tab}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children(current)}
      </div>
    </>
  );
}
