export type Encoding = 'br' | 'gzip' | 'identity';

/** Sizes in bytes; 0 when a form is not kept. */
export interface Forms {
  readonly brSize: number;
  readonly gzipSize: number;
}

/** The encoding for the client's Accept-Encoding header (RFC 9110 §12.5.3): brotli when both forms are equally preferred. */
export function chooseEncoding(header: string | undefined, { brSize, gzipSize }: Forms): Encoding {
  if (header === undefined || brSize + gzipSize === 0) return 'identity';
  const br = brSize === 0 ? 0 : weightOf(header, 'br');
  const gzip = gzipSize === 0 ? 0 : weightOf(header, 'gzip');
  if (br === 0 && gzip === 0) return 'identity';
  return br >= gzip ? 'br' : 'gzip';
}

function weightOf(header: string, encoding: string): number {
  let any = 0;
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    if (name === encoding || (encoding === 'gzip' && name === 'x-gzip')) return qualityOf(parameters);
    if (name === '*') any = qualityOf(parameters);
  }
  return any;
}

function qualityOf(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = text === undefined ? 1 : Number(text);
  return quality >= 0 && quality <= 1 ? quality : 0;
}
