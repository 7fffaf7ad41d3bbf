import type { RecoverProgress } from './recover.ts';

const WIDTH = 24;
const MB = 1e6;
const LABELS = { control: 'Control store', stores: 'Stores', files: 'Stores and files' } as const;

export function createProgressBar(write: (text: string) => void): {
  show(progress: RecoverProgress): void;
  end(): void;
} {
  if (!process.stderr.isTTY) return { show: () => undefined, end: () => undefined };
  let isShown = false;
  return {
    show({ step, done, of, bytes }) {
      const full = of === 0 ? WIDTH : Math.round((WIDTH * done) / of);
      const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full);
      write(`\r\x1b[K${LABELS[step]} ${bar} ${done} of ${of}, ${(bytes / MB).toFixed(1)} MB`);
      isShown = true;
    },
    end() {
      if (isShown) write('\r\x1b[K');
      isShown = false;
    },
  };
}
