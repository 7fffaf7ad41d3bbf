export interface Queue<Item> {
  /** Items added after `end` are dropped. */
  add(item: Item): void;
  end(): void;
  /** May be iterated only once. */
  readonly items: AsyncIterable<Item>;
}

export function createQueue<Item>(): Queue<Item> {
  const waiting: Item[] = [];
  let isEnded = false;
  let wake = Promise.withResolvers<void>();
  return {
    add(item) {
      if (isEnded) return;
      waiting.push(item);
      wake.resolve();
    },
    end() {
      isEnded = true;
      wake.resolve();
    },
    items: {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          const item = waiting.shift();
          if (item !== undefined) yield item;
          else if (isEnded) return;
          else {
            await wake.promise;
            wake = Promise.withResolvers();
          }
        }
      },
    },
  };
}
