import type { FileLimits } from './check-files.ts';
import type { Visibility } from './stored-file.ts';

export interface UploadOptions extends FileLimits {
  /** `owner` when not said; without a signed-in user `private`. */
  readonly visibility?: Visibility;
  /** Where the file stands; one that ends with `/` is a folder for its name. */
  readonly path?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}
