import { useState } from 'react';

const KEPT = 10;

interface SavedPayloads {
  readonly list: readonly string[];
  keep(payload: string): void;
}

export function useSavedPayloads(key: string): SavedPayloads {
  const name = `payloads:${key}`;
  const [list, setList] = useState(() => read(name));
  return {
    list,
    keep(payload) {
      const next = [payload, ...list.filter((one) => one !== payload)].slice(0, KEPT);
      setList(next);
      localStorage.setItem(name, JSON.stringify(next));
    },
  };
}

function read(name: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
