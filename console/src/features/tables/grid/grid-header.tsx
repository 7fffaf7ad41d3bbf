import { Icon as IconArrowDown } from 'virtual:icon/arrow-down';
import { Icon as IconArrowUp } from 'virtual:icon/arrow-up';
import { Icon as IconBraces } from 'virtual:icon/braces';
import { Icon as IconCalendar } from 'virtual:icon/calendar';
import { Icon as IconCheckbox } from 'virtual:icon/checkbox';
import { Icon as IconClock } from 'virtual:icon/clock';
import { Icon as IconDecimal } from 'virtual:icon/decimal';
import { Icon as IconDotsVertical } from 'virtual:icon/dots-vertical';
import { Icon as IconFile } from 'virtual:icon/file';
import { Icon as IconFingerprint } from 'virtual:icon/fingerprint';
import { Icon as IconLetterCase } from 'virtual:icon/letter-case';
import { Icon as IconLink } from 'virtual:icon/link';
import { Icon as IconNumber123 } from 'virtual:icon/number-123';
import { Icon as IconPin } from 'virtual:icon/pin';
import { Menu } from '@mantine/core';
import type { RenderHeaderCellProps } from 'react-data-grid';
import type { Column } from '../column-types.ts';
import classes from './grid.module.css';
import type { GridRow } from './rows-api.ts';

const TYPE_ICONS: Readonly<Record<Column['type'], typeof IconFile>> = {
  uuid: IconFingerprint,
  text: IconLetterCase,
  integer: IconNumber123,
  number: IconDecimal,
  boolean: IconCheckbox,
  timestamp: IconClock,
  date: IconCalendar,
  json: IconBraces,
  reference: IconLink,
  file: IconFile,
};

const ARROWS = { ASC: IconArrowUp, DESC: IconArrowDown } as const;

export interface HeaderActions {
  readonly isFrozen: boolean;
  readonly groups: readonly (readonly { readonly label: string; readonly run: () => void }[])[];
}

interface GridHeaderProps extends RenderHeaderCellProps<GridRow> {
  readonly info: Column;
  readonly actions: HeaderActions;
}

/** Stops the menu's keys and clicks from reaching the grid, which gets React's events from outside its element. */
const apart = {
  onClick: (event: { stopPropagation(): void }) => event.stopPropagation(),
  onKeyDown: (event: { stopPropagation(): void }) => event.stopPropagation(),
};

export function GridHeader({ info, actions, sortDirection, priority }: GridHeaderProps) {
  const Arrow = sortDirection && ARROWS[sortDirection];
  const Type = TYPE_ICONS[info.type];
  return (
    <span className={classes.header} data-column={info.name} title={typeTitle(info)}>
      <Type size={14} aria-hidden className={classes.type} />
      <span className={classes.headerName}>{info.name}</span>
      {info.hidden && <span className={classes.badge}>hidden</span>}
      {actions.isFrozen && <IconPin size={12} aria-label="frozen" className={classes.type} />}
      {Arrow !== undefined && (
        <span aria-hidden className={classes.order}>
          <Arrow size={14} />
          {priority}
        </span>
      )}
      <Menu position="bottom-end" transitionProps={{ duration: 0 }} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <button
            type="button"
            tabIndex={-1}
            className={classes.headerMenu}
            aria-label={`Menu of ${info.name}`}
            {...apart}
          >
            <IconDotsVertical size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown aria-label={`Menu of ${info.name}`} {...apart}>
          {actions.groups.map((group, at) => (
            <MenuGroup key={group[0]?.label} isFirst={at === 0} group={group} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

function MenuGroup({ group, isFirst }: { readonly group: HeaderActions['groups'][number]; readonly isFirst: boolean }) {
  return (
    <>
      {!isFirst && <Menu.Divider />}
      {group.map(({ label, run }) => (
        <Menu.Item key={label} onClick={run}>
          {label}
        </Menu.Item>
      ))}
    </>
  );
}

function typeTitle({ name, type, table }: Column): string {
  return `${name}: ${type === 'reference' ? `reference to ${table}` : type}`;
}
