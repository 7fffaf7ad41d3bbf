'use client';
import { useEffect, useRef } from '@service/client/react';

/** The value of the last finished render, for functions that stay the same from render to render. */
export function useLatest<V>(value: V): { readonly current: V } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
