import { isDeepStrictEqual } from 'node:util';
import { isObject, type Values } from './settings-file.ts';

export interface SettingChange {
  readonly setting: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The file's list of providers replaces the project's, so a provider that it lacks is removed. */
const WHOLE_MAP = 'auth.providers';

/** Lists the settings in which the project differs from the file. A setting that the file lacks stays as it is. */
export function planSettings(wanted: Values, present: Values, place = ''): readonly SettingChange[] {
  const changes = Object.entries(wanted).flatMap(([name, to]) => {
    const setting = place === '' ? name : `${place}.${name}`;
    const from = present[name];
    if (isObject(to) && isObject(from)) return planSettings(to, from, setting);
    if (isDeepStrictEqual(from ?? null, to)) return [];
    return isObject(to) ? planSettings(to, {}, setting) : [{ setting, from: from ?? null, to }];
  });
  if (place !== WHOLE_MAP) return changes;
  const removed = Object.keys(present).filter((name) => !(name in wanted));
  return [...changes, ...removed.map((name) => ({ setting: `${place}.${name}`, from: present[name], to: null }))];
}

export function patchOf(values: ReadonlyMap<string, unknown>): Values {
  const patch: Record<string, unknown> = {};
  for (const [setting, value] of values) {
    const parts = setting.split('.');
    const last = parts.pop() ?? '';
    let target = patch;
    for (const part of parts) {
      const inner = Object.hasOwn(target, part) ? target[part] : undefined;
      const next = isObject(inner) ? (inner as Record<string, unknown>) : {};
      Object.defineProperty(target, part, { value: next, enumerable: true, configurable: true, writable: true });
      target = next;
    }
    Object.defineProperty(target, last, { value, enumerable: true, configurable: true, writable: true });
  }
  return patch;
}
