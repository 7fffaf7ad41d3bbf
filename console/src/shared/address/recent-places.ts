const KEY = 'recent-places';
const KEPT = 12;

export interface RecentPlace {
  /** Below `/console`, without the query. */
  readonly to: string;
  readonly label: string;
}

export const recentPlaces = {
  list(): readonly RecentPlace[] {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  },
  note({ to: path, label }: RecentPlace): void {
    const place = { to: path.replace(/(.)\/$/, '$1'), label };
    const others = recentPlaces.list().filter(({ to }) => to !== place.to);
    try {
      sessionStorage.setItem(KEY, JSON.stringify([place, ...others].slice(0, KEPT)));
    } catch {
      // A browser that refuses storage has no recent places.
    }
  },
};
