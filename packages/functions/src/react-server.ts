/** The face of the package in server components: hooks say where they belong. */
import { onlyInBrowser } from '@service/client/internal';
import type * as hooks from './index.ts';

export { invoke } from './invoke.ts';

export const useFunction: typeof hooks.useFunction = onlyInBrowser('useFunction');
export const useFunctions: typeof hooks.useFunctions = onlyInBrowser('useFunctions');
