import { isOn, textOf } from '../../shared/forms/field-spec.ts';
import { GroupPage } from './group-page.tsx';

export function StorageSettingsPage() {
  return (
    <GroupPage
      title="Storage"
      fields={[
        {
          name: 'upload',
          label: 'Who may upload',
          hint: 'public, authenticated, role:<name> or private.',
        },
        {
          name: 'redirect',
          label: 'Redirect downloads',
          kind: 'switch',
          hint: 'Downloads lead to the object store, where there is one, instead of passing through this service.',
        },
      ]}
      read={({ storage }) => ({ upload: storage.upload, redirect: storage.redirect })}
      write={(values) => ({ storage: { upload: textOf(values, 'upload').trim(), redirect: isOn(values, 'redirect') } })}
    />
  );
}
