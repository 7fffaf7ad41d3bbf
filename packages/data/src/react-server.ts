/** Exports for server components: functions use the public key only, and hooks throw an error. */

import { onlyInBrowser } from '@service/client/internal';
import type * as hooks from './index.ts';

export { rowKey } from './cache/pending-changes.ts';
export { fileUrl } from './files/file-url.ts';
export { sendMessage } from './messages/send-message.ts';
export { downloadExport } from './rows/download-export.ts';
export { prefetch } from './rows/prefetch.ts';
export { aggregate, exportUrl, getRow, insert, list, refresh, remove, update } from './rows/rows.ts';

export const useQuery: typeof hooks.useQuery = onlyInBrowser('useQuery');
export const useRow: typeof hooks.useRow = onlyInBrowser('useRow');
export const useSuspenseQuery: typeof hooks.useSuspenseQuery = onlyInBrowser('useSuspenseQuery');
export const useCount: typeof hooks.useCount = onlyInBrowser('useCount');
export const useAggregate: typeof hooks.useAggregate = onlyInBrowser('useAggregate');
export const useLazyQuery: typeof hooks.useLazyQuery = onlyInBrowser('useLazyQuery');
export const useInfiniteQuery: typeof hooks.useInfiniteQuery = onlyInBrowser('useInfiniteQuery');
export const useMutation: typeof hooks.useMutation = onlyInBrowser('useMutation');
export const useFiles: typeof hooks.useFiles = onlyInBrowser('useFiles');
export const useFile: typeof hooks.useFile = onlyInBrowser('useFile');
export const useUpload: typeof hooks.useUpload = onlyInBrowser('useUpload');
export const useFileMutation: typeof hooks.useFileMutation = onlyInBrowser('useFileMutation');
