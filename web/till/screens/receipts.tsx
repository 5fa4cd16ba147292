/** Receipts and refunds of this drawer: print a copy, refund in whole or in part, correct. */
import { PencilLine, Printer, ScanBarcode, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../shared/controls/amount.tsx';
import { CodeBox } from '../../shared/controls/code-box.tsx';
import { EmptyState } from '../../shared/controls/states.tsx';
import { StatusChip } from '../../shared/controls/status-chip.tsx';
import { useScanner } from '../../shared/document/grid/scanning.ts';
import { toLatinDigits } from '../../shared/typing/digits.ts';
import type { KeptEntry } from '../device/database-schema.ts';
import { useWatched } from '../device/use-watched.ts';
import { ENTRY_TONES } from '../parts/entry-tones.ts';
import { MoneyText } from '../parts/money-text.tsx';
import { useOpenDrawer } from '../parts/open-drawer.ts';
import { usePapers } from '../parts/papers.ts';
import { TillButton } from '../parts/till-button.tsx';
import { useTill, useTillSettings } from '../parts/till-context.tsx';
import { goTo, useSearchPart } from '../parts/till-path.ts';
import { isReceiptNumber, receiptNumber } from '../selling/scan-actions.ts';
import { RefundPanel } from './refund.tsx';

const RECENT_MAX = 200;

export function ReceiptsPage() {
  const { t } = useTranslation();
  const wanted = useSearchPart('receipt');
  const drawer = useOpenDrawer();
  const [text, setText] = useState('');
  const entries = useReceipts();
  const find = (number: string) => goTo('receipts', `?receipt=${encodeURIComponent(receiptNumber(number))}`);
  // While goods come back, only another receipt is meant; goods without a receipt are scanned on their own screen.
  useScanner((code) => {
    if (wanted === null || isReceiptNumber(code)) find(code);
  }, wanted !== '');
  if (wanted !== null) return <RefundPanel number={wanted} onClose={() => goTo('receipts')} />;
  const own = entries?.filter((kept) => drawer && kept.drawer === drawer.uuid);
  const shown = own && own.length > 0 ? own : (entries ?? []);
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-3 overflow-y-auto p-4">
      <h1 className="text-lg font-semibold">{t('selling:receipts')}</h1>
      <form
        className="flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') find(toLatinDigits(text));
        }}
      >
        <CodeBox
          value={text}
          onChange={setText}
          label={t('selling:receipt_number')}
          placeholder={t('selling:receipt_number_hint')}
          className="h-12 min-w-0 flex-1 px-3 max-sm:basis-full"
        />
        <TillButton type="submit" icon={ScanBarcode} onPress={() => undefined}>
          {t('selling:look_up')}
        </TillButton>
        <TillButton icon={Undo2} onPress={() => goTo('receipts', '?receipt=')}>
          {t('selling:without_receipt')}
        </TillButton>
      </form>
      {entries && shown.length === 0 && <EmptyState title={t('selling:no_receipts')} />}
      <ul className="flex flex-col gap-2">
        {shown.map((kept) => (
          <ReceiptRow key={kept.entry.uuid} kept={kept} onOpen={() => find(kept.number)} />
        ))}
      </ul>
    </div>
  );
}

/** Receipts and refunds of this device, newest first; undefined while loading. */
function useReceipts(): readonly KeptEntry[] | undefined {
  const { device } = useTill();
  const version = useWatched(device.journal.changes);
  const [entries, setEntries] = useState<readonly KeptEntry[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are others after every entry.
  useEffect(() => {
    void device.journal
      .recent(RECENT_MAX)
      .then((recent) => setEntries(recent.filter(({ kind }) => kind === 'receipt' || kind === 'refund')));
  }, [device, version]);
  return entries;
}

function ReceiptRow({ kept, onOpen }: { kept: KeptEntry; onOpen: () => void }) {
  const { t } = useTranslation();
  const { device } = useTill();
  const { currency_fk } = useTillSettings();
  const papers = usePapers();
  const { content } = kept.entry;
  const print = async () => {
    const form = await device.journal.reprint(kept.entry.uuid);
    if (form) await papers.printCopy(form);
  };
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-md border border-edge bg-surface-1 p-3 shadow-card">
      <span className="min-w-40 flex-1">
        <bdi className="numeric block font-semibold">{kept.number}</bdi>
        <span className="text-sm text-ink-muted">
          <Moment value={kept.entry.made_at} />
        </span>
      </span>
      {content.kind === 'refund' && <StatusChip tone="danger" label={t('selling:refund')} icon={Undo2} />}
      <StatusChip tone={ENTRY_TONES[kept.state]} label={t(`selling:entry.${kept.state}`)} />
      {'total' in content && (
        <MoneyText value={content.total} currency={currency_fk} className="text-lg font-semibold" />
      )}
      <TillButton icon={Printer} onPress={() => void print()}>
        {t('selling:reprint')}
      </TillButton>
      {content.kind === 'receipt' && (
        <TillButton icon={PencilLine} onPress={onOpen}>
          {t('selling:refund_or_correct')}
        </TillButton>
      )}
    </li>
  );
}
