export interface FibonacciOrder {
  readonly n: number;
  readonly rounds: number;
}

// The computing floor: the same work in plain Node, reported as CPU time.
const fibonacci = (n: number): number => (n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2));

process.on('message', ({ n, rounds }: FibonacciOrder) => {
  const before = process.cpuUsage();
  let sum = 0;
  for (let round = 0; round < rounds; round += 1) sum += fibonacci(n);
  const { user, system } = process.cpuUsage(before);
  process.send?.({ cpuMs: (user + system) / 1000, sum });
});
process.on('disconnect', () => process.exit(0));
