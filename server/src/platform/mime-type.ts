/** As our own detection writes types, perhaps with parameters; other texts may not be valid in a header. */
const MIME_TYPE = /^[\w.+-]{1,127}\/[\w.+-]{1,127}(; ?[\w-]+=[\w.+-]+)?$/;

export function isMimeType(text: unknown): text is string {
  return typeof text === 'string' && MIME_TYPE.test(text);
}
