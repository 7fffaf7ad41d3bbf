import { useEffect, useRef, useState } from 'react';
import { AppLink } from '../../shared/address/app-link.tsx';
import { searchText } from '../../shared/address/search-text.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { SearchField } from '../../shared/list/list-tools.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import classes from './api.module.css';
import type { Operation } from './description.ts';
import { MethodText } from './method-text.tsx';

const OPEN_MAX = 20;

interface OperationsNavigationProps {
  readonly operations: readonly Operation[];
  readonly opened: string | undefined;
}

export function OperationsNavigation({ operations, opened }: OperationsNavigationProps) {
  const { search } = useAddress();
  const words = (search['q'] ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const found = operations.filter((operation) => {
    const text = `${operation.group} ${operation.method} ${operation.path} ${operation.summary ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect scrolls to the operation that was opened.
  useEffect(() => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), [opened]);
  const groups = Map.groupBy(found, ({ group }) => group);
  return (
    <div className={classes.side}>
      <SearchField />
      <nav ref={list} aria-label="Operations" className={classes.operations}>
        {[...groups].map(([group, members]) => (
          <OperationGroup
            key={group}
            name={group}
            operations={members}
            opened={opened}
            isOpenAtFirst={groups.size <= OPEN_MAX || members.some(({ operationId }) => operationId === opened)}
          />
        ))}
        {groups.size === 0 && <p className="dim">No operations match.</p>}
      </nav>
    </div>
  );
}

interface OperationGroupProps extends OperationsNavigationProps {
  readonly name: string;
  readonly isOpenAtFirst: boolean;
}

/** Does not render the links of a collapsed group: a project may have thousands of tables. */
function OperationGroup({ name, operations, opened, isOpenAtFirst }: OperationGroupProps) {
  const { path: page, search } = useAddress();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{visibleLine(name)}</summary>
      {isOpen && (
        <ul>
          {operations.map(({ operationId, method, path }) => (
            <li key={operationId}>
              <AppLink
                to={`${page}${searchText({ ...search, operation: operationId })}`}
                {...(operationId === opened && { 'aria-current': 'page' as const })}
              >
                <MethodText method={method} /> {path}
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
