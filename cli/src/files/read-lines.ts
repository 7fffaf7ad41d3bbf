/**
 * Lines as programs write them: they end at a line feed and nowhere else. `readline` also ends them at U+2028 and U+2029,
 * which stand in people's texts. A carriage return before the line feed stays.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // In pieces: a line may be as long as a table.
  let begun: string[] = [];
  for await (const chunk of bytes) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    begun.push(first);
    for (const next of others) {
      yield begun.join('');
      begun = [next];
    }
  }
  const last = begun.join('') + decoder.decode();
  if (last !== '') yield last;
}
