import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './feedback.module.css';

const SKELETON_MS = 150;
const STILL_MS = 5000;

/** True when `ms` have passed since the component appeared. */
function useElapsed(ms: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasElapsed;
}

/** Holds the place of something that is on its way: nothing at first, so that fast answers do not flicker. */
export function Waiting({ lines = 5 }: { readonly lines?: number }) {
  const isShown = useElapsed(SKELETON_MS);
  const isStill = useElapsed(STILL_MS);
  return (
    <div aria-busy="true" className={classes.waiting}>
      {isShown && linesOf(lines).map((line) => <Skeleton key={line} height={20} radius="sm" />)}
      {isStill && <p className="dim">Still working</p>}
    </div>
  );
}

function linesOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `line ${index}`);
}
