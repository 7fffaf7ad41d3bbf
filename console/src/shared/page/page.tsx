import { type ReactNode, useEffect, useRef } from 'react';
import { useOptionalProject } from '../project/project-context.tsx';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  /** Buttons of the page, *New …* first. */
  readonly actions?: ReactNode;
  /** Between the heading and the content: the tabs of one thing, its state. */
  readonly below?: ReactNode;
  /** Grids, code and logs take the whole width. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Every page: one `main` with one h1, and the title of the window. */
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

/** Keys go on in the new page when what was focused went with the old one; a page that was loaded begins at its top. */
function useMovedFocus() {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const hasMoved = location.pathname !== shownPath;
    shownPath = location.pathname;
    const focused = document.activeElement;
    // A link of the narrow navigation is still there, and hidden.
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
