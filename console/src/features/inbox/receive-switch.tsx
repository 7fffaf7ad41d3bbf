import { Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useChanged } from '../../shared/api/use-changes.ts';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { useWanted } from '../../shared/forms/use-wanted.ts';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { changeSettings, settingsQuery } from '../../shared/project/settings-queries.ts';

export function ReceiveSwitch() {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const settings = useQuery(settingsQuery(project.id));
  const receive = useMutation({
    mutationFn: (enabled: boolean) => changeSettings(project.id, { inbox: { enabled } }),
    onSuccess: async (_, enabled) => {
      await changed(project.id, 'settings');
      notify(enabled ? 'The inbox receives messages.' : 'The inbox receives no messages any more.');
    },
  });
  const known = settings.data?.inbox.enabled;
  const [isOn, setIsOn] = useWanted(known === true);
  if (!isAdmin) return known === false ? <span className="dim">receives no messages</span> : null;
  return (
    <>
      {/* Until the setting is known, a switch would wrongly show off. */}
      {known !== undefined && (
        <Switch
          label="Receive messages"
          checked={isOn}
          onChange={(event) => {
            const enabled = event.currentTarget.checked;
            setIsOn(enabled);
            receive.mutate(enabled, { onError: () => setIsOn(!enabled) });
          }}
        />
      )}
      {settings.isError && <FailureAlert error={settings.error} onRetry={() => void settings.refetch()} />}
      {receive.isError && <FailureAlert error={receive.error} />}
    </>
  );
}
