/** Stores the receipt of this window with its paper, and reports errors. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReceiptEntry } from '../../../domain/till/device-entry.schema.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import { printerSettings } from '../printing/printer-settings.ts';
import { receiptPaper } from '../selling/paper-documents.ts';
import { type Paying, pay } from '../selling/paying.ts';
import { saleStore } from '../selling/sale-store.ts';
import { problemOfWriting } from '../selling/writing-problem.ts';
import { paperNames } from './paper-names.ts';
import { usePapers } from './papers.ts';
import { useTill } from './till-context.tsx';

export function usePaying() {
  const { t } = useTranslation();
  const till = useTill();
  const papers = usePapers();
  const { language } = usePreferences();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const finish = async (paying: Omit<Paying, 'paper' | 'date' | 'time' | 'cashier' | 'kept'>) => {
    if (busy) return;
    setBusy(true);
    try {
      const { device, session } = till;
      const items = paying.priced.lines.map(({ item, item_fk }) => ({ ...item, id: item_fk }));
      const names = paperNames(till, items, paying.sale.cart.customer, language);
      const form = await papers.maker();
      const paper = (receipt: ReceiptEntry) => form(receiptPaper(receipt, names));
      const by = { cashier: session.cashier.id, kept: device.parked.ofWindow };
      const uuid = await pay(device.journal, saleStore, { ...paying, ...by, ...device.clock.moment(), paper });
      if (uuid === undefined) return;
      const { kind, isAutomatic } = printerSettings.current();
      if (kind === 'dialog' || !isAutomatic) return;
      const printed = await device.journal.printed(uuid);
      const isPaid = paying.tenders.some(({ method, isExchanged }) => method === 'cash' && !isExchanged);
      const hasCash = isPaid || (paying.settlement.change ?? 0n) > 0n;
      // Printing runs in the background.
      if (printed) void papers.print(printed, hasCash);
    } catch (failed) {
      setProblem(t(problemOfWriting(failed)));
    } finally {
      setBusy(false);
    }
  };
  return { problem, busy, finish };
}
