/** Items that one side adds when it has them and the other reads when it likes. */
export interface Queue<Item> {
  /** Nothing after `end` is kept. */
  add(item: Item): void;
  end(): void;
  /** To be read once. */
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
