/** Proposes the time zone of this device for the shop, with one press: most people set up the shop where it is. */
import { useQueryClient } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../shared/api/idempotency.ts';
import { fetchRecord, updateRecord } from '../../shared/api/record.ts';
import { Button } from '../../shared/controls/button.tsx';
import { useBusy } from '../../shared/notify/use-busy.ts';
import { loadMe } from '../../shared/session/session.ts';
import { deviceZone, zoneWords } from '../../shared/typing/shop-zone.ts';

const SETTINGS = 'system_settings';

export default function ZoneProposal() {
  const { t } = useTranslation();
  const write = useWrite();
  const { busy, run } = useBusy();
  const queries = useQueryClient();
  const zone = deviceZone();
  const take = () =>
    run(async () => {
      await write(async (key) => {
        const { revision } = await fetchRecord(SETTINGS, 1);
        return updateRecord(SETTINGS, 1, { time_zone: zone }, revision, key);
      });
      await Promise.all([loadMe(), queries.invalidateQueries({ queryKey: [SETTINGS] })]);
    });
  return (
    <Button icon={Globe} disabled={busy} onClick={() => void take()}>
      {t('onboarding.take_zone')} <bdi translate="no">{zoneWords(zone)}</bdi>
    </Button>
  );
}
