import type { ChangeFeed, Database, StoreName } from '../../database/index.ts';
import type { TokenKeys } from '../operators/index.ts';
import { createKeysStore } from './keys-store.ts';
import { projectSubject } from './projects-context.ts';

/** Injected into operators, which do not depend on projects. */
export function tokenKeys(database: Database, feed: ChangeFeed): TokenKeys {
  const store = createKeysStore(database);
  return {
    async endSteps(tokenIds) {
      if (tokenIds.length === 0) return [];
      const subjects = (await store.storesOfTokens(tokenIds)).map((of) => projectSubject(of as StoreName));
      return [store.deleteOfTokensStep(tokenIds), ...subjects.flatMap((subject) => feed.steps(subject))];
    },
    async endOfAccountSteps(accountId) {
      const subjects = (await store.storesOfMaker(accountId)).map((of) => projectSubject(of as StoreName));
      return [store.deleteOfMakerStep(accountId), ...subjects.flatMap((subject) => feed.steps(subject))];
    },
    async reloadSteps(accountId) {
      const stores = await store.storesOfMaker(accountId);
      return stores.flatMap((of) => feed.steps(projectSubject(of as StoreName)));
    },
  };
}
