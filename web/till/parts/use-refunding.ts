/** Stores a refund with its paper, and reports errors. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefundEntry } from '../../../domain/till/device-entry.schema.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import type { KeptEntry } from '../device/database-schema.ts';
import { refundPaper } from '../selling/paper-documents.ts';
import { cashStep } from '../selling/payment.ts';
import { type Refunding, refund } from '../selling/refunding.ts';
import { problemOfWriting } from '../selling/writing-problem.ts';
import { paperNames } from './paper-names.ts';
import { usePapers } from './papers.ts';
import { useTill } from './till-context.tsx';

type Wanted = Omit<Refunding, 'paper' | 'date' | 'time' | 'cashier'>;

export function useRefunding() {
  const { t } = useTranslation();
  const till = useTill();
  const papers = usePapers();
  const { language } = usePreferences();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** Undefined when nothing was stored; then no money may be returned. */
  const write = async (wanted: Wanted): Promise<KeptEntry | undefined> => {
    if (busy) return undefined;
    setBusy(true);
    setProblem(undefined);
    try {
      const { device, session } = till;
      const items = await device.catalogue.items(wanted.lines.map(({ item_fk }) => item_fk));
      const customer = wanted.customer === null ? undefined : await device.catalogue.customer(wanted.customer);
      const names = paperNames(till, items, customer ?? null, language);
      const makeForm = await papers.maker();
      const paper = (entry: RefundEntry) => makeForm(refundPaper(entry, names, cashStep(wanted.terms)));
      const kept = await refund(device.journal, {
        ...wanted,
        ...device.clock.moment(),
        cashier: session.cashier.id,
        paper,
      });
      const form = await device.journal.printed(kept.entry.uuid);
      if (form)
        void papers.print(
          form,
          wanted.payments.some(({ method, is_exchanged }) => method === 'cash' && !is_exchanged),
        );
      return kept;
    } catch (failed) {
      setProblem(t(problemOfWriting(failed)));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { problem, busy, write };
}
