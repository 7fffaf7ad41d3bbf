import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:icon/';
const CREATE_ICON = fileURLToPath(new URL('src/shared/icons/create-icon.ts', import.meta.url));
const SHAPE = /<(path|circle|rect|line|ellipse|polyline|polygon)\s+([^>]*?)\/>/g;
const ATTRIBUTE = /([a-z][a-z0-9]*)="([^"]*)"/g;
/** The icon sets these for all of its shapes. */
const PRESENTATION = new Set(['fill', 'stroke']);

/** Provides each icon of Tabler (https://tabler.io/icons) that a file imports from `virtual:icon/<name>`. */
export function icons(): Plugin {
  return {
    name: 'icons',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load: (id) => (id.startsWith(`\0${PREFIX}`) ? moduleOf(id.slice(PREFIX.length + 1)) : undefined),
  };
}

function moduleOf(name: string): string {
  const body = bodyOf(name);
  const shapes = [...body.matchAll(SHAPE)].map(([, tag = '', attributes = '']) => [tag, attributesOf(attributes)]);
  if (shapes.length === 0) throw new Error(`The icon ${name} has no shapes that are known here.`);
  const isFilled = !body.includes('stroke=');
  return `import { createIcon } from ${JSON.stringify(CREATE_ICON)};
export const Icon = createIcon(${JSON.stringify(shapes)}, ${isFilled});`;
}

function bodyOf(name: string): string {
  const { icons: all, aliases } = createRequire(import.meta.url)('@iconify-json/tabler/icons.json') as IconSet;
  const icon = all[name] ?? all[aliases?.[name]?.parent ?? ''];
  if (icon === undefined) throw new Error(`There is no icon ${name}: see https://tabler.io/icons.`);
  return icon.body;
}

function attributesOf(written: string): Readonly<Record<string, string>> {
  const all = [...written.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value] as const);
  return Object.fromEntries(all.filter(([name]) => !PRESENTATION.has(name)));
}

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
}
