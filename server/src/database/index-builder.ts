import type { IndexBuilder, StoreName } from './database.ts';

export function builderWhere(
  inStore: <Result>(store: StoreName, work: () => Promise<Result>) => Promise<Result>,
  builder: IndexBuilder,
): IndexBuilder {
  return {
    build: (store, index, signal) => inStore(store, () => builder.build(store, index, signal)),
    validate: (store, text, signal) => inStore(store, () => builder.validate(store, text, signal)),
    drop: (store, name) => inStore(store, () => builder.drop(store, name)),
    abandon: (store, name) => inStore(store, () => builder.abandon(store, name)),
    clean: (store, signal) => inStore(store, () => builder.clean(store, signal)),
    progress: (store, names) => inStore(store, () => builder.progress(store, names)),
  };
}
