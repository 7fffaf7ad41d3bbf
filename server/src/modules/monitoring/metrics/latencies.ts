/** Upper bound of the first bucket in ms. Each bound is √2 times the previous one, up to 262 seconds. */
const FIRST_MS = 0.25;
const BUCKETS = 41;

export class Latencies {
  readonly #counts = new Float64Array(BUCKETS);
  #total = 0;

  add(ms: number): void {
    this.#addTo(ms <= FIRST_MS ? 0 : Math.min(BUCKETS - 1, Math.ceil(2 * Math.log2(ms / FIRST_MS))), 1);
  }

  addText(text: string): void {
    for (const [bucket, count] of Object.entries(JSON.parse(text) as Record<string, number>)) {
      this.#addTo(Math.min(BUCKETS - 1, Number(bucket)), count);
    }
  }

  merge(others: Latencies): void {
    for (const [bucket, count] of others.#counts.entries()) this.#addTo(bucket, count);
  }

  toText(): string {
    const entries = Array.from(this.#counts, (count, bucket) => [bucket, count] as const);
    return JSON.stringify(Object.fromEntries(entries.filter(([, count]) => count > 0)));
  }

  /** Interpolates linearly within a bucket. Null when there are no answers. */
  percentile(share: number): number | null {
    if (this.#total === 0) return null;
    const wanted = share * this.#total;
    let below = 0;
    for (const [bucket, count] of this.#counts.entries()) {
      if (below + count >= wanted && count > 0) {
        const lower = bucket === 0 ? 0 : boundOf(bucket - 1);
        return round(lower + ((wanted - below) / count) * (boundOf(bucket) - lower));
      }
      below += count;
    }
    return round(boundOf(BUCKETS - 1));
  }

  #addTo(bucket: number, count: number): void {
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + count;
    this.#total += count;
  }
}

function boundOf(bucket: number): number {
  return FIRST_MS * 2 ** (bucket / 2);
}

function round(ms: number): number {
  return ms < 10 ? Math.round(ms * 100) / 100 : Math.round(ms * 10) / 10;
}
