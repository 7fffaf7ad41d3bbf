import type { StoreName } from '../database.ts';
import { STORE_MARKER } from '../sql/store-marker.ts';

const TEXTS_MAX = 2000;
const PROJECT_STORE = /^p_[0-9a-f]{32}$/;

export interface StoreText {
  /** Unique to the store, so that a prepared statement is never used for another one. */
  readonly text: string;
  /** Every name includes its schema; otherwise the search path must be the store's. */
  readonly isQualified: boolean;
}

/** The schema of a store, quoted. Refuses anything that is no store name, because it becomes part of SQL text. */
export function schemaOf(store: StoreName): string {
  if (store !== 'control' && !PROJECT_STORE.test(store)) throw new Error(`not a store: ${store}`);
  return `"${store}"`;
}

export function createStoreTexts(): (store: StoreName, text: string) => StoreText {
  let recent = new Map<string, Map<string, StoreText>>();
  let older = recent;
  let size = 0;

  return (store, text) => {
    const known = recent.get(store)?.get(text);
    if (known !== undefined) return known;
    const made = older.get(store)?.get(text) ?? spell(store, text);
    if (size >= TEXTS_MAX) {
      older = recent;
      recent = new Map();
      size = 0;
    }
    let texts = recent.get(store);
    if (texts === undefined) {
      texts = new Map();
      recent.set(store, texts);
    }
    texts.set(text, made);
    size += 1;
    return made;
  };
}

function spell(store: StoreName, text: string): StoreText {
  const schema = schemaOf(store);
  return text.includes(STORE_MARKER)
    ? { text: text.replaceAll(STORE_MARKER, schema), isQualified: true }
    : { text: `/* ${schema} */ ${text}`, isQualified: false };
}
