/** The current receipt: customer, lines, totals, and actions. */
import { Banknote, LayoutGrid, Pause, Percent, Scissors, StickyNote, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ZERO } from '../../../domain/values/money.ts';
import { notifyHint } from '../../shared/notify/notify.ts';
import { ReceiptLines } from '../parts/goods/receipt-lines.tsx';
import { Totals } from '../parts/goods/totals.tsx';
import { Remarks } from '../parts/remarks.tsx';
import { SureDialog } from '../parts/sure-dialog.tsx';
import { blocked, TillButton } from '../parts/till-button.tsx';
import { useTill } from '../parts/till-context.tsx';
import { approve } from '../selling/approvals.ts';
import { beginPaying } from '../selling/begin-paying.ts';
import { emptied, isEmpty } from '../selling/cart.ts';
import { type repaid, repaidTotal } from '../selling/exchange.ts';
import type { Terms } from '../selling/goods.ts';
import { mayBePut, park } from '../selling/parking.ts';
import { type PricedCart, totalText } from '../selling/priced-cart.ts';
import { type Sale, saleStore } from '../selling/sale-store.ts';
import { ApprovalDialog } from './approval.tsx';
import { CustomerLine } from './customer-line.tsx';
import { NoteDialog, ReceiptDiscountDialog } from './receipt-dialogs.tsx';
import { SplitDialog } from './split.tsx';

export interface ReceiptSideProps {
  readonly sale: Sale;
  readonly priced: PricedCart;
  /** The amounts that an exchange repaid. */
  readonly given: ReturnType<typeof repaid>;
  /** The exchange may end without other goods. */
  readonly canGiveBack: boolean;
  readonly terms: Terms;
  readonly className: string;
  readonly onGoods: () => void;
}

type Doing = 'discount' | 'note' | 'split' | 'empty' | 'approval';

export function ReceiptSide({ sale, priced, given, canGiveBack, terms, className, onGoods }: ReceiptSideProps) {
  const { t } = useTranslation();
  const { device, session } = useTill();
  const [doing, setDoing] = useState<Doing>();
  const { cart, stage } = sale;
  const listens = stage === 'selling' && doing === undefined && sale.asked === null;
  const hasLines = cart.lines.length > 0;
  const noLines = hasLines ? undefined : t('selling:why.no_lines');
  const wrongLine = t('selling:why.line_is_wrong');
  const whyNotHeld =
    sale.exchange !== null ? t('selling:why.exchange_is_not_held') : mayBePut(cart) ? undefined : wrongLine;
  const pay = async () => {
    if ((await beginPaying(saleStore, terms)) === 'needs_approval') setDoing('approval');
  };
  const empty = () => saleStore.begin({ cart: emptied(cart), exchange: sale.exchange });
  const putAside = () => park(device, session.cashier.id, saleStore, totalText(priced));
  return (
    <aside
      aria-label={t('selling:receipt')}
      className={`flex w-104 shrink-0 flex-col border-s border-edge bg-surface-1 max-lg:w-88 max-md:w-full max-md:border-0 ${className}`}
    >
      <CustomerLine cart={cart} terms={terms} listens={listens} />
      <Remarks {...{ sale, canGiveBack }} />
      <ReceiptLines {...{ sale, priced, terms, listens }} />
      <Totals
        {...{ priced, listens, declined: cart.declined }}
        repaid={given.length > 0 ? repaidTotal(given) : null}
        currency={terms.currency_fk}
      />
      {stage === 'selling' && (
        <div className="flex flex-col gap-2 border-t border-edge p-3">
          <div className="grid grid-cols-4 gap-2">
            <Tool name="discount" icon={Percent} why={noLines} onPress={() => setDoing('discount')} />
            <Tool name="note" icon={StickyNote} why={noLines} onPress={() => setDoing('note')} />
            <Tool name="split" icon={Scissors} why={noLines} onPress={() => setDoing('split')} />
            <Tool
              name="empty"
              icon={Trash2}
              why={isEmpty(cart) ? noLines : undefined}
              onPress={() => (hasLines ? setDoing('empty') : empty())}
            />
          </div>
          <div className="grid grid-cols-[auto_1fr] gap-2">
            <TillButton
              icon={Pause}
              shortcut="till_park"
              listens={listens}
              why={noLines ?? whyNotHeld}
              onPress={() => void putAside()}
            >
              {t('selling:park')}
            </TillButton>
            <TillButton
              look="primary"
              icon={Banknote}
              shortcut="till_pay"
              listens={listens}
              why={noLines ?? (priced.problems.length > 0 ? wrongLine : undefined)}
              onPress={() => void pay()}
              className="text-lg"
            >
              {t('selling:pay')}
            </TillButton>
          </div>
          <TillButton icon={LayoutGrid} onPress={onGoods} className="md:hidden">
            {t('selling:goods')}
          </TillButton>
        </div>
      )}
      {doing === 'discount' && <ReceiptDiscountDialog cart={cart} onClose={() => setDoing(undefined)} />}
      {doing === 'note' && <NoteDialog cart={cart} onClose={() => setDoing(undefined)} />}
      {doing === 'split' && <SplitDialog {...{ cart, terms }} onClose={() => setDoing(undefined)} />}
      {doing === 'empty' && (
        <SureDialog
          title={t('selling:empty_title')}
          text={t('selling:empty_text', { count: cart.lines.length })}
          action={t('selling:tools.empty')}
          icon={Trash2}
          onConfirm={empty}
          onClose={() => setDoing(undefined)}
        />
      )}
      {doing === 'approval' && (
        <ApprovalDialog
          issues={priced.beyond}
          onClose={() => setDoing(undefined)}
          onApproved={(approval) => {
            approve(saleStore, { sale, issues: priced.beyond, owed: ZERO }, approval);
            setDoing(undefined);
          }}
        />
      )}
    </aside>
  );
}

interface ToolProps {
  readonly name: 'discount' | 'note' | 'split' | 'empty';
  readonly icon: typeof Percent;
  readonly why: string | undefined;
  readonly onPress: () => void;
}

function Tool({ name, icon: Icon, why, onPress }: ToolProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      {...blocked(why)}
      onClick={why === undefined ? onPress : () => notifyHint(why)}
      className="flex min-h-12 flex-col items-center justify-center gap-0.5 rounded-md border border-edge text-xs text-ink-muted hover:bg-surface-2 hover:text-ink aria-disabled:opacity-45"
    >
      <Icon size={17} aria-hidden />
      {t(`selling:tools.${name}`)}
    </button>
  );
}
