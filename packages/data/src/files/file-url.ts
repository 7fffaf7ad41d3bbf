import type { StoredFile } from '@service/client';
import { addressOf } from '@service/client/internal';

export interface FileUrlOptions {
  /** Makes the browser save the file instead of showing it. */
  readonly download?: boolean;
  /** Target size of an image, 1 to 4096 pixels; give one of the two to keep the proportions. Images are never enlarged. */
  readonly width?: number;
  readonly height?: number;
  readonly fit?: 'cover' | 'contain';
  readonly format?: 'webp' | 'avif' | 'jpeg' | 'png';
}

/**
 * The address of a file's content, for `<img src>` and links; for images optionally in another size or format. On pages
 * of the app's own site, files that are not public are shown to users who may see them.
 * @example
 * ```tsx
 * import { fileUrl, type StoredFile } from '@service/data';
 * export const Photo = ({ file }: { file: StoredFile }) => <img src={fileUrl(file, { width: 400, format: 'webp' })} alt="" />;
 * ```
 */
export function fileUrl(file: Pick<StoredFile, 'id'> | string, options: FileUrlOptions = {}): string {
  const { download, width, height, fit, format } = options;
  const search = new URLSearchParams();
  const wanted = { download: download ? 1 : undefined, w: width, h: height, fit, format };
  for (const [name, value] of Object.entries(wanted)) if (value !== undefined) search.set(name, String(value));
  const id = typeof file === 'string' ? file : file.id;
  const text = search.toString();
  return addressOf(`/storage/files/${encodeURIComponent(id)}/download${text && `?${text}`}`);
}
