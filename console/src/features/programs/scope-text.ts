export function scopeText(scope: 'read' | 'write'): string {
  return scope === 'read'
    ? 'Read tables, rows, functions, logs and deliveries. It changes nothing.'
    : 'Read and change everything that an admin may, as far as your own role goes.';
}
