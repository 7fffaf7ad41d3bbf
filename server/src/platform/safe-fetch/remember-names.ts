import type { LookupAddress } from 'node:dns';
import type { Resolve } from './vet-host.ts';

const KEPT_MS = 1000;
const NAMES_MAX = 1000;

/** Asks for a name once a second at most: many requests to one host are made of one answer, and each is judged anew. */
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
