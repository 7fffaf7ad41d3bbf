/** React for the sibling packages in plain Node, where scripts that call functions only need not install it. */
import { createRequire } from 'node:module';

function load(): typeof import('react') | undefined {
  try {
    return createRequire(import.meta.url)('react');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function missing(): never {
  throw new Error('Hooks need React: npm install react react-dom. Functions such as list and invoke work without it.');
}

const react = load();
export const useCallback = react?.useCallback ?? missing;
export const useEffect = react?.useEffect ?? missing;
export const useMemo = react?.useMemo ?? missing;
export const useRef = react?.useRef ?? missing;
export const useState = react?.useState ?? missing;
export const useSyncExternalStore = react?.useSyncExternalStore ?? missing;
