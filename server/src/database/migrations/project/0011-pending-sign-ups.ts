import type { Migration } from '../migration.ts';
import { pendingSignUpTable } from '../pending-sign-ups.ts';

export const pendingSignUps: Migration = { version: 11, name: 'pending sign-ups', statements: pendingSignUpTable };
