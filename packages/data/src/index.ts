export type { Delivery, Message, StoredFile, Visibility } from '@service/client';
export type { Filter, Order } from '@service/client/internal';
export { rowKey } from './cache/pending-changes.ts';
export type { FileLimits } from './files/check-files.ts';
export { type FileUrlOptions, fileUrl } from './files/file-url.ts';
export type { UploadOptions } from './files/upload-options.ts';
export { type FileMutationResult, type FilePatch, useFileMutation } from './files/use-file-mutation.ts';
export { type FileResult, type FilesOptions, useFile, useFiles } from './files/use-files.ts';
export { type UploadResult, useUpload } from './files/use-upload.ts';
export type { AnswerState, QueryResult } from './hooks/query-result.ts';
export type { SingleResult } from './hooks/use-answer.ts';
export { type CountOptions, useAggregate, useCount } from './hooks/use-count.ts';
export { type InfiniteQueryOptions, type InfiniteQueryResult, useInfiniteQuery } from './hooks/use-infinite-query.ts';
export { type LazyQueryResult, useLazyQuery } from './hooks/use-lazy-query.ts';
export { type MutationOptions, type MutationResult, useMutation } from './hooks/use-mutation.ts';
export { useQuery } from './hooks/use-query.ts';
export { useRow } from './hooks/use-row.ts';
export {
  type SuspenseQueryOptions,
  type SuspenseQueryResult,
  useSuspenseQuery,
} from './hooks/use-suspense-query.ts';
export { sendMessage } from './messages/send-message.ts';
export type { AggregateGroup, AggregateOptions, AggregateSpec } from './rows/aggregate-types.ts';
export { downloadExport } from './rows/download-export.ts';
export { prefetch } from './rows/prefetch.ts';
export type { QueryOptions, ReadingOptions } from './rows/query-options.ts';
export {
  aggregate,
  type ExportOptions,
  exportUrl,
  getRow,
  insert,
  list,
  refresh,
  remove,
  update,
} from './rows/rows.ts';
