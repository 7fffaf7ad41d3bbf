import { useState } from 'react';
import { LINK_GROUPS, type LinkGroup } from '../project-links.ts';

const KEY = 'navigation:folded';

interface FoldedGroups {
  isFolded(group: LinkGroup): boolean;
  toggle(group: LinkGroup): void;
}

export function useFoldedGroups(): FoldedGroups {
  const [folded, setFolded] = useState<readonly LinkGroup[]>(() => {
    const kept = localStorage.getItem(KEY)?.split(',') ?? [];
    return LINK_GROUPS.filter((group) => kept.includes(group));
  });
  return {
    isFolded: (group) => folded.includes(group),
    toggle(group) {
      const next = folded.includes(group) ? folded.filter((one) => one !== group) : [...folded, group];
      setFolded(next);
      localStorage.setItem(KEY, next.join(','));
    },
  };
}
