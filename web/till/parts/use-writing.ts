/** Stores an entry of the drawer, and reports errors. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryContent } from '../../../domain/till/device-entry.schema.ts';
import { problemOfWriting } from '../selling/writing-problem.ts';
import { useTill } from './till-context.tsx';

export function useWriting() {
  const { t } = useTranslation();
  const { device, session } = useTill();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** True when it is stored. `contentAt` receives the shop's date and time. */
  const write = async (contentAt: (moment: { date: string; time: string }) => EntryContent): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setProblem(undefined);
    try {
      const moment = device.clock.moment();
      await device.journal.append({ content: () => contentAt(moment), cashier_fk: session.cashier.id });
      return true;
    } catch (failed) {
      setProblem(t(problemOfWriting(failed)));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { problem, busy, write };
}
