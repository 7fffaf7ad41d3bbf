import { Button } from '@mantine/core';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { optionalText, textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { Empty } from '../../shared/list/empty.tsx';
import { RowMenu } from '../../shared/list/row-menu.tsx';
import { WholeTable } from '../../shared/list/whole-table.tsx';
import { Region } from '../../shared/page/region.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { changeSettings, type Settings } from '../../shared/project/settings-queries.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';

type ProvidersSetting = Settings['auth']['providers'];

interface Provider {
  readonly id: string;
  readonly issuer?: string;
  readonly client_id: string;
}

export function Providers({ providers }: { readonly providers: ProvidersSetting }) {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const dialog = useDialog();
  const save = async (id: string, provider: object | null): Promise<void> => {
    await changeSettings(project.id, { auth: { providers: { [id]: provider } } });
    await changed(project.id);
  };
  const edit = (known?: Provider): void =>
    dialog.open((close) => (
      <FormDialog
        title={known === undefined ? 'Add provider' : 'Edit provider'}
        initial={{ id: known?.id ?? '', issuer: known?.issuer ?? '', client_id: known?.client_id ?? '' }}
        fields={[
          {
            name: 'id',
            label: 'Provider',
            isReadOnly: known !== undefined,
            hint: 'google, github, or a word of your own for another OpenID Connect issuer.',
          },
          {
            name: 'issuer',
            label: 'Issuer',
            placeholder: 'https://login.example.com',
            hint: 'Not for google and github.',
          },
          { name: 'client_id', label: 'Client id' },
          { name: 'client_secret', label: 'Client secret', kind: 'password', hint: 'Never shown again.' },
        ]}
        text={`The address to register there is ${project.baseUrl}/auth/oauth/<provider>/callback`}
        send={(values) => {
          const issuer = optionalText(values, 'issuer');
          const secret = optionalText(values, 'client_secret');
          return save(textOf(values, 'id').trim(), {
            client_id: textOf(values, 'client_id').trim(),
            ...(issuer !== undefined && { issuer: issuer.trim() }),
            ...(secret !== undefined && { client_secret: secret }),
          });
        }}
        onClose={close}
      />
    ));
  const askRemove = ({ id }: Provider): void =>
    dialog.confirm({
      action: 'Remove provider',
      text: `Nobody signs in with ${id} any more. Accounts stay.`,
      run: () => save(id, null),
    });
  const items = Object.entries(providers).map(([id, provider]): Provider => ({ id, ...provider }));
  return (
    <Region
      title="Providers"
      actions={
        isAdmin && (
          <Button variant="default" onClick={() => edit()}>
            Add provider
          </Button>
        )
      }
    >
      {items.length === 0 ? (
        <Empty
          name="Providers"
          next={<p>With a provider, users sign in with an account they have elsewhere.</p>}
          first={isAdmin ? { label: 'Add the first provider', run: () => edit() } : undefined}
        />
      ) : (
        <WholeTable
          name="Providers"
          items={items}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Provider', value: ({ id }) => id, cell: ({ id }) => id },
            { title: 'Issuer', value: ({ issuer }) => issuer, cell: ({ issuer }) => visibleLine(issuer ?? '–') },
            {
              title: 'Client id',
              value: ({ client_id }) => client_id,
              cell: ({ client_id }) => <code>{visibleLine(client_id)}</code>,
            },
            {
              title: 'Actions',
              isTitleHidden: true,
              cell: (provider) =>
                isAdmin && (
                  <RowMenu
                    name={provider.id}
                    actions={[
                      { label: 'Edit provider', run: () => edit(provider) },
                      { label: 'Remove provider', isDangerous: true, run: () => askRemove(provider) },
                    ]}
                  />
                ),
            },
          ]}
        />
      )}
      {dialog.element}
    </Region>
  );
}
