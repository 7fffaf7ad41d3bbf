import { useMediaQuery } from '@mantine/hooks';

const NARROW = '(max-width: 767px)';

/** Whether the window is as narrow as a phone. For what differs in its elements; CSS does what differs in looks only. */
export function useIsNarrow(): boolean {
  return useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
}
