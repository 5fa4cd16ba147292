/** A refund without a receipt: only if the settings or a supervisor allow it, at typed prices. */
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { payableCash } from '../../../domain/till/receipts/change.ts';
import { WITHOUT_RECEIPT } from '../../../domain/till/till-limits.ts';
import { hasSerials } from '../../../domain/values/batch.ts';
import { useScanner } from '../../shared/document/grid/scanning.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import { sound } from '../../shared/notify/sounds.ts';
import { useWatched } from '../device/use-watched.ts';
import { BatchChoice } from '../parts/batch-choice.tsx';
import { GoesBack } from '../parts/goods/goes-back.tsx';
import { QuantityQuestion } from '../parts/goods/quantity-question.tsx';
import { ReceiptLines } from '../parts/goods/receipt-lines.tsx';
import type { DrawerHere } from '../parts/open-drawer.ts';
import { TillButton } from '../parts/till-button.tsx';
import { useTerms, useTill, useTillSettings } from '../parts/till-context.tsx';
import { goTo } from '../parts/till-path.ts';
import { useRefunding } from '../parts/use-refunding.ts';
import { type Approval, type CartLine, withLine } from '../selling/cart.ts';
import { nameIn, type Terms } from '../selling/goods.ts';
import { keptSale } from '../selling/kept-cart.ts';
import { cashStep } from '../selling/payment.ts';
import { type PricedCart, pricedCart } from '../selling/priced-cart.ts';
import { batchesBack, cashBack, lacksBatch, lineOfCart, refundTotal } from '../selling/refund.ts';
import { refundGoods } from '../selling/refunding.ts';
import { saleStore, unpaidCart } from '../selling/sale-store.ts';
import { takeScan } from '../selling/scan-actions.ts';
import { ApprovalDialog } from './approval.tsx';

/** Only the batches that are known of the goods; whether they could be sold is no question here. */
const asReturned = (priced: PricedCart): PricedCart => ({
  ...priced,
  lines: priced.lines.map((line) => ({ ...line, batches: batchesBack(line) })),
  problems: priced.problems.filter(({ field }) => !field.endsWith('.batches')),
  warnings: priced.warnings.filter(({ field }) => !field.endsWith('.batches')),
});

/** Asks for the batch on the package of a line, which its code did not contain. */
function AskedBatch({ line, terms }: { readonly line: CartLine; readonly terms: Terms }) {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const [open, setOpen] = useState(false);
  return (
    <>
      <TillButton aria-haspopup="dialog" onPress={() => setOpen(true)}>
        {t(hasSerials(line.item) ? 'selling:piece.of' : 'selling:batch.of', {
          item: nameIn(line.item, 'item_name', language),
        })}
      </TillButton>
      {open && (
        <BatchChoice
          {...{ line, terms, comesBack: true }}
          onClose={() => setOpen(false)}
          onChoose={(batch) => {
            saleStore.edit((cart) => withLine(cart, line.line_id, { batch }));
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

/** The goods are those on the receipt of this window: scanned as for a sale. */
export function GoodsBack({ drawer }: { drawer: DrawerHere }) {
  const { t } = useTranslation();
  const { device, session } = useTill();
  const { refundWithoutReceipt, scales, sound: isHeard } = useTillSettings();
  const sale = useWatched(saleStore);
  const cart = unpaidCart(sale);
  const terms = useTerms(cart.approval);
  const priced = pricedCart(cart, terms);
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState(false);
  const { problem, busy, write } = useRefunding();
  const scan = (code: string) => {
    void takeScan(code, { store: saleStore, catalogue: device.catalogue, terms, scales }).then((outcome) => {
      if (typeof outcome === 'object') goTo('receipts', `?receipt=${encodeURIComponent(outcome.receipt)}`);
      else if (isHeard) sound(outcome === 'unknown' ? 'unknown' : 'scanned');
    });
  };
  useScanner(scan, !sale.isWriting);
  const own = drawer.cash.find(({ currency_fk }) => currency_fk === terms.currency_fk);
  const lines = priced.lines.flatMap(lineOfCart);
  const unknown = priced.lines.filter(lacksBatch);
  const missing =
    lines.length === 0
      ? 'nothing_back'
      : unknown.length > 0
        ? 'batch_back_missing'
        : reason.trim() === ''
          ? 'reason_missing'
          : own
            ? undefined
            : 'no_own_account';
  const cash = payableCash(refundTotal(lines), cashStep(terms));
  const give = async (approval: Approval | null) => {
    if (!own) return;
    const payments = cash > 0n ? [cashBack(cash, own.account_fk)] : [];
    const kept = await refundGoods(saleStore, sale, (rest) =>
      write({
        terms,
        drawer: drawer.uuid,
        approval,
        receipt: null,
        customer: cart.customer?.id ?? null,
        lines,
        payments,
        reason: reason.trim(),
        settles: device.parked.ofWindow,
        keeps: () => device.parked.record(keptSale(rest, session.cashier.id, device.clock.now())),
      }),
    );
    if (kept) goTo('receipts');
  };
  return (
    <>
      <p className="text-ink-muted">{t('selling:without_receipt_hint')}</p>
      <div className="flex max-h-96 flex-col rounded-md border border-edge bg-surface-1">
        <ReceiptLines {...{ terms }} priced={asReturned(priced)} sale={{ ...sale, cart }} listens={false} comesBack />
      </div>
      <QuantityQuestion />
      {unknown.map(({ own }) => own && <AskedBatch key={own.line_id} {...{ terms }} line={own} />)}
      <GoesBack {...{ reason, problem }} onReason={setReason} total={cash} currency={terms.currency_fk} />
      {missing && <p className="text-warning-ink">{t(`selling:${missing}`)}</p>}
      <TillButton
        look="primary"
        icon={Undo2}
        disabled={busy}
        why={missing && t(`selling:${missing}`)}
        onPress={() => {
          if (refundWithoutReceipt && session.cashier.rights.includes(WITHOUT_RECEIPT)) void give(null);
          else setAsking(true);
        }}
      >
        {t('selling:refund')}
      </TillButton>
      {asking && (
        <ApprovalDialog
          issues={[{ field: 'receipt', message: 'refund_without_receipt' }]}
          rights={[WITHOUT_RECEIPT]}
          onClose={() => setAsking(false)}
          onApproved={(allowed) => {
            setAsking(false);
            void give(allowed);
          }}
        />
      )}
    </>
  );
}
