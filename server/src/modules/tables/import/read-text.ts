import { BrokenFile } from './record.ts';

/** The text of a body, piece by piece. Throws `BrokenFile` where it is not UTF-8. */
export async function* readText(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw new BrokenFile(line, 'The file is not valid UTF-8 here.');
    }
  };
  for await (const bytes of body) {
    const text = decode(bytes);
    yield text;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) line += 1;
  }
  yield decode();
}
