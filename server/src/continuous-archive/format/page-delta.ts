/** Differences closer than this are one: each costs a few bytes itself. */
const GAP_BYTES = 12;

export interface Difference {
  readonly start: number;
  readonly end: number;
}

export function differencesOf(page: Uint8Array, before: Uint8Array): readonly Difference[] | undefined {
  const [now, then] = [words(page), words(before)];
  const found: { start: number; end: number }[] = [];
  let bytes = 0;
  let last: { start: number; end: number } | undefined;
  for (let index = 0; index < now.length; index += 1) {
    if (now[index] === then[index]) continue;
    const start = index * 4;
    if (last !== undefined && start - last.end <= GAP_BYTES) {
      bytes += start + 4 - last.end;
      last.end = start + 4;
    } else {
      last = { start, end: start + 4 };
      found.push(last);
      bytes += 8;
    }
    if (bytes > page.length / 2) return undefined;
  }
  return found;
}

function words(bytes: Uint8Array): Uint32Array {
  if (bytes.byteOffset % 4 === 0) return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  return new Uint32Array(new Uint8Array(bytes).buffer);
}
