const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3, tb: 1024 ** 4 };

/** The number of bytes in the largest unit that makes it whole, such as `10 GB`. */
export function byteSize(bytes: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, one]) => bytes >= one && bytes % one === 0) ?? ['b', 1];
  return `${bytes / size} ${unit.toUpperCase()}`;
}

export function readByteSize(text: string): number | undefined {
  const [, digits, unit = 'b'] = /^(\d+(?:\.\d+)?)\s*([kmgt]?b)?$/i.exec(text.trim().replaceAll(/[,_]/g, '')) ?? [];
  return digits === undefined ? undefined : Math.round(Number(digits) * (UNITS[unit.toLowerCase()] ?? 1));
}
