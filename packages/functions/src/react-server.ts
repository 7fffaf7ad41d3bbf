/** The package's exports in server components: hooks throw an error that says where they work. */
import { onlyInBrowser } from '@service/client/internal';
import type * as hooks from './index.ts';

export { invoke } from './invoke.ts';

export const useFunction: typeof hooks.useFunction = onlyInBrowser('useFunction');
export const useFunctions: typeof hooks.useFunctions = onlyInBrowser('useFunctions');
