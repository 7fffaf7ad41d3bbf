/** The cells of a CSV text's first record, according to RFC 4180. */
export function csvHeader(text: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const start = text.startsWith('\ufeff') ? 1 : 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '\n' || character === '\r') break;
    else if (character === ',') {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell].map((one) => one.trim());
}
