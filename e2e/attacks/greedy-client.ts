/** A request that a greedy project sends over and over; `{n}` is another number each time. */
export interface GreedyRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface GreedyOrder {
  readonly request: GreedyRequest;
  readonly atOnce: number;
  readonly forMs: number;
}

let sent = 0;

// A process of its own: what it waits for is no wait of the project beside it.
process.on('message', (order: GreedyOrder) => {
  const end = Date.now() + order.forMs;
  const all = Array.from({ length: order.atOnce }, () => takeAllThereIs(order.request, end));
  // A failure ends the process, and with it the test.
  void Promise.all(all).then(() => process.send?.('done'));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function takeAllThereIs(request: GreedyRequest, end: number): Promise<void> {
  while (Date.now() < end) {
    sent += 1;
    const { method, url, headers, body } = JSON.parse(
      JSON.stringify(request).replaceAll('{n}', String(sent)),
    ) as GreedyRequest;
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    await answer.arrayBuffer();
  }
}
