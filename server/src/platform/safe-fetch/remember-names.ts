import type { LookupAddress } from 'node:dns';
import type { Resolve } from './vet-host.ts';

const KEPT_MS = 1000;
const NAMES_MAX = 1000;

/** Resolves a name at most once a second. Many requests to one host share an answer, but each request checks its addresses again. */
export function rememberNames(resolve: Resolve): Resolve {
  const answers = new Map<string, { readonly until: number; readonly answer: Promise<readonly LookupAddress[]> }>();
  return (name) => {
    const now = performance.now();
    const known = answers.get(name);
    if (known !== undefined && known.until > now) return known.answer;
    const answer = resolve(name);
    answers.delete(name);
    answers.set(name, { until: now + KEPT_MS, answer });
    answer.catch(() => answers.delete(name));
    const [oldest] = answers.keys();
    if (answers.size > NAMES_MAX && oldest !== undefined) answers.delete(oldest);
    return answer;
  };
}
