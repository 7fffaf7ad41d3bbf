import { useMediaQuery } from '@mantine/hooks';

const NARROW = '(max-width: 767px)';

/**
 * Whether the window is as narrow as a phone, for pages that then render other elements. Differences in style belong
 * in CSS.
 */
export function useIsNarrow(): boolean {
  return useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
}
