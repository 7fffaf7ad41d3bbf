import type { StoreName } from '../database/database.ts';

/** A project as every request sees it. Immutable: a change makes a new one. */
export interface Project {
  /** The DNS label in every address. */
  readonly id: string;
  /** Never used again, so a project made anew under an old id starts empty. */
  readonly store: StoreName;
  readonly name: string;
  readonly plan: 'free' | 'pro' | 'business';
  readonly publicKey: string;
  readonly allowedOrigins: readonly string[];
  /** Host names of its published app besides the usual one. */
  readonly domains?: readonly string[];
  /** Requests in 10 s for each caller address, where rate limits are on. Absent: the usual ones. */
  readonly limits?: { readonly read: number; readonly write: number };
  readonly createdAt: string;
}
