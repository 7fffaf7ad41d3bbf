/** Counts of one kind of promise, and its outcomes. */
export interface LedgerFinding {
  readonly what: string;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly note?: string;
}

/**
 * Compares acknowledged items with the existing ones. Unacknowledged items that exist are no fault, because answers may
 * be lost.
 */
export function audit(
  what: string,
  acknowledged: Iterable<string>,
  found: Iterable<string>,
  note?: string,
): LedgerFinding {
  const counts = new Map<string, number>();
  for (const one of found) counts.set(one, (counts.get(one) ?? 0) + 1);
  const promised = new Set(acknowledged);
  return {
    what,
    acknowledged: promised.size,
    lost: [...promised].filter((one) => !counts.has(one)).length,
    doubled: [...counts.values()].filter((count) => count > 1).length,
    ...(note !== undefined && { note }),
  };
}

export function printTable(findings: readonly LedgerFinding[]): void {
  console.log('| | acknowledged | lost | doubled | |\n|---|---|---|---|---|');
  for (const { what, acknowledged, lost, doubled, note = '' } of findings) {
    console.log(`| ${what} | ${acknowledged} | ${lost} | ${doubled} | ${note} |`);
  }
}
