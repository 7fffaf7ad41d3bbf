import { type ReactNode, useEffect, useRef } from 'react';
import { recentPlaces } from '../address/recent-places.ts';
import { useOptionalProject } from '../project/project-context.tsx';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly views?: ReactNode;
  readonly side?: ReactNode;
  readonly isWide?: boolean;
  readonly isFull?: boolean;
  readonly children: ReactNode;
}

export function Page({ title, actions, views, side, isWide = false, isFull = false, children }: PageProps) {
  const project = useOptionalProject();
  useTitle(title, project?.name);
  const main = useMovedFocus();
  return (
    <main ref={main} id="main" tabIndex={-1} className={isFull ? classes.full : isWide ? classes.wide : classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        {views}
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      {side === undefined ? (
        children
      ) : (
        <div className={classes.sided}>
          {side}
          <div className={classes.beside}>{children}</div>
        </div>
      )}
    </main>
  );
}

let shownPath = location.pathname;

/** After navigation, focuses the new page if the focused element is gone. A freshly loaded page keeps the default focus. */
function useMovedFocus() {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const hasMoved = location.pathname !== shownPath;
    shownPath = location.pathname;
    const focused = document.activeElement;
    // A link of the collapsed navigation still exists but is hidden.
    const isLost = focused === document.body || focused?.checkVisibility() === false;
    if (hasMoved && isLost) main.current?.focus({ preventScroll: true });
  }, []);
  return main;
}

function useTitle(title: string, project: string | undefined): void {
  useEffect(() => {
    const parts = [title, project].filter((part) => part !== undefined);
    document.title = [...parts, 'Console'].join(' · ');
    recentPlaces.note({ to: location.pathname.replace(/^\/console/, ''), label: parts.join(' · ') });
  }, [title, project]);
}
