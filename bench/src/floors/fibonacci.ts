/** How often the number with this index is made. */
export interface FibonacciOrder {
  readonly n: number;
  readonly rounds: number;
}

// The floor of computing: the same work in bare Node, and the processor's time that it took.
const fibonacci = (n: number): number => (n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2));

process.on('message', ({ n, rounds }: FibonacciOrder) => {
  const before = process.cpuUsage();
  let sum = 0;
  for (let round = 0; round < rounds; round += 1) sum += fibonacci(n);
  const { user, system } = process.cpuUsage(before);
  process.send?.({ cpuMs: (user + system) / 1000, sum });
});
process.on('disconnect', () => process.exit(0));
