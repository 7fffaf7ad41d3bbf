import type { ChangeFeed, Database, PlainStep } from '../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../database/index.ts';

export const PRICED_KINDS = ['email', 'payments', 'ai'] as const;
export type PricedKind = (typeof PRICED_KINDS)[number];

export type Prices = Readonly<Record<PricedKind, number>>;

export const PRICES_SUBJECT = 'prices';

const DEFAULTS: Prices = { email: 1, payments: 0, ai: 2 };

export interface PriceList {
  all(): Promise<Prices>;
  setSteps(changes: Partial<Prices>, now: string): readonly PlainStep[];
}

interface PriceRow {
  kind: string;
  amount: number;
  updated_at: string;
}

export function createPriceList(database: Database, feed: ChangeFeed): PriceList {
  const db = createSqlBuilder<{ prices: PriceRow }>(database);
  let known: Promise<Prices> | undefined;
  feed.subscribe((subject) => {
    if (subject === PRICES_SUBJECT) known = undefined;
  });

  const read = async (): Promise<Prices> => {
    const rows = await fetchRows(database, db.selectFrom('prices').select(['kind', 'amount']));
    const amounts = new Map(rows.map(({ kind, amount }) => [kind, Number(amount)]));
    const entries = PRICED_KINDS.map((kind) => [kind, amounts.get(kind) ?? DEFAULTS[kind]] as const);
    return Object.fromEntries(entries) as Prices;
  };

  return {
    all() {
      const reading = known ?? read();
      known = reading;
      reading.catch(() => {
        if (known === reading) known = undefined;
      });
      return reading;
    },

    setSteps: (changes, now) =>
      Object.entries(changes).map(([kind, amount]) =>
        plainStep(
          db
            .insertInto('prices')
            .values({ kind, amount, updated_at: now })
            .onConflict((conflict) => conflict.column('kind').doUpdateSet({ amount, updated_at: now })),
        ),
      ),
  };
}
