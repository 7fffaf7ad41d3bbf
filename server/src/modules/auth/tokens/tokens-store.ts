import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/index.ts';

export type TokenKind = 'verification' | 'reset';

export interface TokenRow {
  user_id: string;
  kind: string;
  hash: string;
  /** The user's epoch when the token was created. A later epoch voids the token. */
  epoch: number;
  redirect_to: string | null;
  expires_at_ms: number;
  created_at: string;
}

interface Tables {
  _auth_tokens: TokenRow;
  _auth_mails: { job_id: string; sent_at_ms: number };
}

const KEPT_MS = 24 * 60 * 60 * 1000;

export type TokensStore = ReturnType<typeof createTokensStore>;

export function createTokensStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);

  return {
    async find(store: StoreName, kind: TokenKind, hash: string): Promise<TokenRow | undefined> {
      const query = db.selectFrom('_auth_tokens').selectAll().where('hash', '=', hash).where('kind', '=', kind);
      return (await fetchRows(database, query, store))[0];
    },

    replaceStep: (row: TokenRow): PlainStep =>
      plainStep(
        db
          .insertInto('_auth_tokens')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'kind']).doUpdateSet((eb) => ({
              hash: eb.ref('excluded.hash'),
              epoch: eb.ref('excluded.epoch'),
              redirect_to: eb.ref('excluded.redirect_to'),
              expires_at_ms: eb.ref('excluded.expires_at_ms'),
              created_at: eb.ref('excluded.created_at'),
            })),
          ),
      ),

    /** When several requests spend the same token, one succeeds; the others fail as `not_applied`, named `token`. */
    spendStep: ({ hash, kind }: Pick<TokenRow, 'hash' | 'kind'>): PlainStep =>
      plainStep(db.deleteFrom('_auth_tokens').where('hash', '=', hash).where('kind', '=', kind), {
        atLeast: 1,
        name: 'token',
      }),

    /** Records that a job has sent its mail; a second time fails as `not_applied`, named `mailed`. */
    noteMailSteps: (jobId: string, nowMs: number): readonly PlainStep[] => [
      plainStep(db.deleteFrom('_auth_mails').where('sent_at_ms', '<', nowMs - KEPT_MS)),
      plainStep(
        db
          .insertInto('_auth_mails')
          .values({ job_id: jobId, sent_at_ms: nowMs })
          .onConflict((conflict) => conflict.column('job_id').doNothing()),
        { atLeast: 1, name: 'mailed' },
      ),
    ],
  };
}
