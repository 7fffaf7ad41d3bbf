import type { StoreName } from '../database/index.ts';

/** A project as requests see it. Immutable: a change creates a new object. */
export interface Project {
  readonly id: string;
  /** Never reused, so that a new project with an old id starts empty. */
  readonly store: StoreName;
  readonly name: string;
  readonly plan: 'free' | 'pro' | 'business';
  readonly publicKey: string;
  readonly allowedOrigins: readonly string[];
  readonly domains?: readonly string[];
  readonly limits?: { readonly read: number; readonly write: number };
  readonly createdAt: string;
}
