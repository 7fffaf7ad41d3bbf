import type { LeftOut } from '../source.ts';
import type { Collection } from './collections.ts';

const SIGNED_IN = /^@request\.auth\.id\s*!=\s*(?:""|'')$/;
const OWNER = /^(?:@request\.auth\.id\s*=\s*(\w+)|(\w+)\s*=\s*@request\.auth\.id)$/;

/** A rule without an equivalent becomes private, which grants nothing, and is reported. */
export function rulesOf(
  collection: Collection,
  ownerField: string | undefined,
  leftOut: LeftOut[],
): Record<string, string> {
  const rules: [string, string][] = Object.entries(collection.rules).map(([action, rule]) => {
    const level = levelOf(rule, ownerField);
    if (level === undefined) {
      leftOut.push({
        kind: 'rule',
        name: `${collection.name} ${action}`,
        reason: `It is private now; it was: ${rule}`,
      });
    }
    return [action, level ?? 'private'];
  });
  return Object.fromEntries(rules);
}

function levelOf(rule: string | null, ownerField: string | undefined): string | undefined {
  if (rule === null) return 'private';
  if (rule === '') return 'public';
  if (SIGNED_IN.test(rule)) return 'authenticated';
  const owner = OWNER.exec(rule);
  const field = owner?.[1] ?? owner?.[2];
  return field !== undefined && field === ownerField ? 'owner' : undefined;
}
