import { type Static, Type } from 'typebox';
import { validationFailed } from '../../../platform/errors.ts';
import { IMAGE_FITS, IMAGE_FORMATS, IMAGE_SIDE_MAX, type Rendition } from '../images/index.ts';

const side = Type.Integer({ minimum: 1, maximum: IMAGE_SIDE_MAX });

export const downloadQuery = Type.Object({
  token: Type.Optional(Type.String({ description: 'The token of a signed link, which replaces a key.' })),
  download: Type.Optional(
    Type.Enum(['0', '1'], { description: '`1`: the browser saves the file instead of showing it.' }),
  ),
  w: Type.Optional(side),
  h: Type.Optional(side),
  fit: Type.Optional(Type.Enum([...IMAGE_FITS])),
  format: Type.Optional(Type.Enum([...IMAGE_FORMATS])),
});

export type DownloadQuery = Static<typeof downloadQuery>;

export function readRendition({ w, h, fit, format }: DownloadQuery): Rendition | undefined {
  if (fit !== undefined && w === undefined && h === undefined) throw validationFailed({ fit: 'needs w or h' });
  if (w === undefined && h === undefined && format === undefined) return undefined;
  return {
    ...(w !== undefined && { width: w }),
    ...(h !== undefined && { height: h }),
    ...(fit !== undefined && { fit }),
    ...(format !== undefined && { format }),
  };
}

export function renditionTag({ width, height, fit = 'cover', format }: Rendition): string {
  return `${width ?? ''}x${height ?? ''}-${fit}-${format ?? ''}`;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** `photo.tiff` becomes `photo.png` with its new type; a name whose type stays is unchanged. */
export function renditionName(name: string, mimeType: string, was: string): string {
  const extension = EXTENSIONS[mimeType];
  if (mimeType === was || extension === undefined) return name;
  const dot = name.lastIndexOf('.');
  return `${dot > 0 ? name.slice(0, dot) : name}.${extension}`;
}
