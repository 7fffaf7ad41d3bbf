import { Icon as IconBookmark } from 'virtual:icon/bookmark';
import { Menu } from '@mantine/core';
import { useEffect } from 'react';
import { searchText } from '../../../shared/address/search-text.ts';
import { useAddress } from '../../../shared/address/use-address.ts';
import type { DialogSlot } from '../../../shared/dialogs/use-dialog.tsx';
import { textOf } from '../../../shared/forms/field-spec.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { requireText } from '../../../shared/forms/require-text.ts';
import { visibleLine } from '../../../shared/text/visible-text.ts';
import type { GridLayout, NamedView, ViewParameters } from './grid-storage.ts';
import { Tool } from './grid-tools.tsx';

const PARAMETERS = ['filter', 'order', 'cols', 'search', 'limit'] as const;

interface GridViewsProps {
  readonly layout: GridLayout;
  readonly onLayout: (changes: Partial<GridLayout>) => void;
  readonly dialog: DialogSlot;
}

/** The address contains the whole view, so that it can be shared. */
export function GridViews({ layout, onLayout, dialog }: GridViewsProps) {
  const { path, search, go } = useAddress();
  const parameters = pick(search);
  const text = searchText(parameters);
  const current = layout.views.find(({ name }) => name === search['view']);
  useKeptParameters(text, parameters, onLayout);
  const open = (next: ViewParameters, view?: string): void => go(`${path}${searchText({ ...next, view })}`);
  const save = (view: NamedView): void => {
    onLayout({ views: [...layout.views.filter(({ name }) => name !== view.name), view] });
    open(view.parameters, view.name);
  };
  const askName = (): void =>
    dialog.open((close) => (
      <FormDialog
        title="Save view"
        text="Keeps the filter, the search, the order and the columns under a name in this browser."
        fields={[{ name: 'name', label: 'Name' }]}
        send={(values) => {
          requireText(values, 'name');
          save({ name: textOf(values, 'name').trim(), parameters });
          return Promise.resolve();
        }}
        onClose={close}
      />
    ));
  const isLastElsewhere = text === '' && searchText(layout.last) !== '';
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tool label="Views" Icon={IconBookmark} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Views">
        {layout.views.map(({ name, parameters: kept }) => (
          <Menu.Item key={name} onClick={() => open(kept, name)} {...(current?.name === name && { fw: 600 })}>
            {visibleLine(name, 60)}
          </Menu.Item>
        ))}
        {layout.views.length > 0 && <Menu.Divider />}
        {isLastElsewhere && <Menu.Item onClick={() => open(layout.last)}>As I left it last time</Menu.Item>}
        {text !== '' && <Menu.Item onClick={() => open({})}>All rows and columns</Menu.Item>}
        {current !== undefined && text !== searchText(current.parameters) && (
          <Menu.Item onClick={() => save({ name: current.name, parameters })}>
            Save changes of {visibleLine(current.name, 40)}
          </Menu.Item>
        )}
        <Menu.Item onClick={askName}>Save view…</Menu.Item>
        {current !== undefined && (
          <Menu.Item
            color="red"
            onClick={() => {
              onLayout({ views: layout.views.filter((view) => view !== current) });
              open(parameters);
            }}
          >
            Delete view {visibleLine(current.name, 40)}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function useKeptParameters(
  text: string,
  parameters: ViewParameters,
  onLayout: (changes: Partial<GridLayout>) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text contains every parameter.
  useEffect(() => {
    if (text !== '') onLayout({ last: parameters });
  }, [text]);
}

function pick(search: Readonly<Record<string, string>>): ViewParameters {
  return Object.fromEntries(PARAMETERS.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])));
}
