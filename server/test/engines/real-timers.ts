import { afterAll, vi } from 'vitest';

/** With fake timers that a failed test left behind, the waits of the files that its process runs next would never end. */
afterAll(() => void vi.useRealTimers());
