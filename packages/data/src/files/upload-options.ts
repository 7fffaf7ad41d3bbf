import type { Visibility } from '@service/client';
import type { FileLimits } from './check-files.ts';

export interface UploadOptions extends FileLimits {
  /** Default `owner`, or `private` without a signed-in user. */
  readonly visibility?: Visibility;
  /** Path of the file; one that ends with `/` is a folder, and the file's name is appended. */
  readonly path?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}
