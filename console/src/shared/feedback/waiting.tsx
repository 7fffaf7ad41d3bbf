import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { startWork } from '../api/slow-work.ts';
import classes from './feedback.module.css';

const SKELETON_MS = 150;

export function Waiting({ lines = 5 }: { readonly lines?: number }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SKELETON_MS);
    return () => clearTimeout(timer);
  }, []);
  // For the user a read is a single wait, regardless of its retries.
  useEffect(startWork, []);
  return (
    <div aria-busy="true" className={classes.waiting}>
      {isShown && linesOf(lines).map((line) => <Skeleton key={line} height={20} radius="sm" />)}
    </div>
  );
}

function linesOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `line ${index}`);
}
