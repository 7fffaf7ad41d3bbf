import { linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A copy of a folder whose files are never changed, only replaced or deleted. */
export function linkFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else linkSync(source, target);
  }
}
