import { useEffect, useState } from 'react';

/** The value of a switch: the stored one, or the requested one until a newer one is known. */
export function useWanted<T>(known: T): readonly [T, (wanted: T) => void] {
  const [state, setState] = useState({ known, wanted: known });
  useEffect(() => setState({ known, wanted: known }), [known]);
  return [Object.is(state.known, known) ? state.wanted : known, (wanted) => setState({ known, wanted })];
}
