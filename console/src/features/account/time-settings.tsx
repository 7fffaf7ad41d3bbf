import { Switch } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Region } from '../../shared/page/region.tsx';
import { shownZone } from '../../shared/text/time-zone.ts';

export function TimeSettings() {
  const isUtc = useSyncExternalStore(shownZone.subscribe, shownZone.isUtc);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Region title="Times">
      <Switch
        label="Show times in UTC"
        description={`Otherwise times are those of this device (${timeZone}). The tooltip of every time names its zone.`}
        checked={isUtc}
        onChange={(event) => shownZone.setUtc(event.currentTarget.checked)}
      />
    </Region>
  );
}
