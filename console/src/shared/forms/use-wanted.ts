import { useEffect, useState } from 'react';

/** The value that a switch shows: the known one, or the one just asked for until something newer is known. */
export function useWanted<T>(known: T): readonly [T, (wanted: T) => void] {
  const [state, setState] = useState({ known, wanted: known });
  useEffect(() => setState({ known, wanted: known }), [known]);
  return [Object.is(state.known, known) ? state.wanted : known, (wanted) => setState({ known, wanted })];
}
