import { useMediaQuery } from '@mantine/hooks';

const NARROW = '(max-width: 767px)';

/** For pages that render other elements on phones; differences in style belong in CSS. */
export function useIsNarrow(): boolean {
  return useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
}
