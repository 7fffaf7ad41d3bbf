import { type ReactNode, useEffect, useRef } from 'react';
import { useOptionalProject } from '../project/project-context.tsx';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  /** The page's buttons, *New …* first. */
  readonly actions?: ReactNode;
  /** Between heading and content: tabs or state of the thing. */
  readonly below?: ReactNode;
  /** Uses the full width, for grids, code and logs. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The structure of every page: one `main`, one h1, and the document title. */
export function Page({ title, actions, below, isWide = false, children }: PageProps) {
  const project = useOptionalProject();
  useTitle(title, project?.name);
  const main = useMovedFocus();
  return (
    <main ref={main} id="main" tabIndex={-1} className={isWide ? classes.wide : classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      {below}
      {children}
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
    document.title = [title, project, 'Console'].filter((part) => part !== undefined).join(' · ');
  }, [title, project]);
}
