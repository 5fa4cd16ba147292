/** The refund of a receipt: lines and quantities, repayment by the original methods, and goods sold in exchange. */
import { ArrowLeft, ArrowLeftRight, PencilLine, RefreshCw, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BONUS_LINE } from '../../../domain/pricing/totals.ts';
import { ANY_PRICE } from '../../../domain/sales/price-rules.ts';
import { quantity } from '../../../domain/values/quantity.ts';
import type { Issue } from '../../../domain/values/refusal.ts';
import { EmptyState } from '../../shared/controls/states.tsx';
import { isolateLtr } from '../../shared/typing/digits.ts';
import { useWatched } from '../device/use-watched.ts';
import { GoesBack } from '../parts/goods/goes-back.tsx';
import { useItems } from '../parts/goods/item-names.ts';
import { isInUse, useOpenDrawer } from '../parts/open-drawer.ts';
import { TillButton } from '../parts/till-button.tsx';
import { useTerms, useTill } from '../parts/till-context.tsx';
import { goTo } from '../parts/till-path.ts';
import { useRefunding } from '../parts/use-refunding.ts';
import { type Approval, EMPTY_CART, withRemoved } from '../selling/cart.ts';
import { correctedCart } from '../selling/correcting.ts';
import { repaidTotal } from '../selling/exchange.ts';
import { type FoundReceipt, findReceipt, type LookedUp } from '../selling/found-receipt.ts';
import { refundOf } from '../selling/gift-worth.ts';
import { unitsIn } from '../selling/goods.ts';
import { keptSale } from '../selling/kept-cart.ts';
import { type ChosenUnits, everythingLeft, type Returned, refundLines, returnableLines } from '../selling/refund.ts';
import { isUnfinished, NEW_SALE, type Sale, saleStore, unpaidCart } from '../selling/sale-store.ts';
import { ApprovalDialog } from './approval.tsx';
import { GiftsThatStay } from './gifts-that-stay.tsx';
import { GoodsBack } from './goods-back.tsx';
import { NoDrawer } from './no-drawer.tsx';
import { ReturnedLines } from './returned-lines.tsx';

const REFUND_RIGHT = 'pos_sales/return_to_draft';

/** An empty number: a refund without a receipt. */
export function RefundPanel({ number, onClose }: { number: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { device } = useTill();
  const drawer = useOpenDrawer();
  const network = useWatched(device.network);
  const [found, setFound] = useState<LookedUp>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated request, and a server that is reached again, know more.
  useEffect(() => {
    let isWanted = number !== '';
    if (isWanted) void findReceipt(device, number).then((receipt) => isWanted && setFound(receipt));
    return () => {
      isWanted = false;
    };
  }, [device, number, tries, network]);
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-4 overflow-y-auto p-4">
      <div className="flex items-center gap-2">
        <TillButton look="quiet" icon={ArrowLeft} shortcut="till_back" onPress={onClose}>
          {t('selling:back')}
        </TillButton>
        <h1 className="text-lg font-semibold">
          {number === '' ? t('selling:without_receipt') : t('selling:refund_of', { number: isolateLtr(number) })}
        </h1>
      </div>
      {drawer !== undefined && !isInUse(drawer) && <NoDrawer drawer={drawer} />}
      {isInUse(drawer) && number === '' && <GoodsBack drawer={drawer} />}
      {isInUse(drawer) && number !== '' && typeof found === 'object' && (
        <Refund found={found} drawer={drawer.uuid} accounts={drawer.cash} />
      )}
      {number !== '' && found === undefined && <p role="status">{t('selling:looking_up')}</p>}
      {typeof found === 'string' && (
        <EmptyState title={t(`selling:no_receipt.${found}`)} text={t(`selling:no_receipt_hint.${found}`)}>
          {found === 'not_here' && (
            <TillButton
              icon={RefreshCw}
              onPress={() => {
                setFound(undefined);
                setTries(tries + 1);
              }}
            >
              {t('selling:try_again')}
            </TillButton>
          )}
        </EmptyState>
      )}
    </div>
  );
}

interface RefundProps {
  readonly found: FoundReceipt;
  readonly drawer: string;
  readonly accounts: readonly { readonly account_fk: number; readonly currency_fk: number }[];
}

type After = 'refund' | 'exchange' | 'correct';

function Refund({ found, drawer, accounts }: RefundProps) {
  const { t } = useTranslation();
  const { device, session } = useTill();
  const [approval, setApproval] = useState<Approval | null>(null);
  const terms = useTerms(approval);
  const [returned, setReturned] = useState<Returned>(new Map());
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState<After>();
  const { problem, busy, write } = useRefunding();
  const [units, setUnits] = useState<ChosenUnits>(new Map());
  const items = useItems(found.receipt.lines.map(({ item_fk }) => item_fk));
  const unitsOf = (item: number) => unitsIn(items.find(({ id }) => id === item));
  const lines = returnableLines(found.receipt, found.refunds, unitsOf, units);
  const own = accounts.find(({ currency_fk }) => currency_fk === terms.currency_fk);
  const back = refundLines(lines, returned, terms.decimals);
  const [isLeft, setLeft] = useState(false);
  const refunding = (of: Returned) => refundOf({ found, lines, returned: of, isLeft }, terms, own?.account_fk ?? 0);
  const shownRefund = refunding(returned);
  const isAnyLeft = lines.some(({ isFree, left }) => !isFree && quantity(left) > 0n);
  const missing = own === undefined ? 'no_own_account' : reason.trim() === '' ? 'reason_missing' : undefined;
  // The goods of an exchange would replace those on this window's receipt.
  const sale = useWatched(saleStore);
  const isSelling = isUnfinished(sale);
  const mayRefund = session.cashier.rights.includes(REFUND_RIGHT);
  const cartOf = async (again: typeof back) => {
    const cart = await correctedCart(device.catalogue, found, { again, decimals: terms.decimals });
    return withRemoved(cart, unpaidCart(saleStore.current()));
  };
  const give = async (after: After, allowed: Approval | null) => {
    if (!own) return;
    const wanted = after === 'correct' ? everythingLeft(lines) : returned;
    const { lines: all, payments: repaid } = refunding(wanted);
    const payments = after === 'refund' ? repaid : repaid.map((payment) => ({ ...payment, is_exchanged: true }));
    const customer = found.receipt.customer_fk ?? null;
    const begun = after === 'refund' ? undefined : await cartOf(after === 'correct' ? all : []);
    const saleAfter = (uuid: string): Sale => ({
      ...NEW_SALE,
      cart: begun ?? EMPTY_CART,
      exchange: { uuid, number: found.number, drawer, customer, payments },
    });
    const kept = await write({
      terms,
      drawer,
      approval: allowed,
      receipt: found.reference,
      customer,
      lines: [...all],
      payments,
      reason: reason.trim(),
      keeps: ({ uuid }) =>
        begun && device.parked.record(keptSale(saleAfter(uuid), session.cashier.id, device.clock.now())),
    });
    if (!kept) return;
    if (!begun) {
      goTo('receipts');
      return;
    }
    saleStore.begin(saleAfter(kept.entry.uuid));
    goTo('sell');
  };
  const mayLeave = session.cashier.rights.includes(ANY_PRICE);
  const issuesOf = (after: After): readonly Issue[] => [
    ...(mayRefund ? [] : [{ field: 'receipt', message: 'refund_needs_approval' }]),
    ...(after !== 'correct' && isLeft && shownRefund.gifts.length > 0 && !mayLeave
      ? [{ field: 'gift', message: 'gift_is_left' }]
      : []),
  ];
  const start = (after: After) => {
    if (issuesOf(after).length === 0) void give(after, null);
    else setAsking(after);
  };
  return (
    <>
      {!found.isAllKnown && <p className="text-warning-ink">{t('selling:refunds_not_known')}</p>}
      <ReturnedLines
        {...{ lines, returned, currency: terms.currency_fk, facts: terms.facts }}
        onChange={setReturned}
        onUnit={(line, unit) => {
          setUnits(new Map(units).set(line, unit));
          // A quantity of boxes is not one of pieces.
          setReturned(new Map([...returned].filter(([key]) => key % BONUS_LINE !== line)));
        }}
      />
      <GiftsThatStay
        {...{ lines, returned, isLeft, currency: terms.currency_fk }}
        gifts={shownRefund.gifts}
        worth={shownRefund.worth}
        onReturn={setReturned}
        onLeft={setLeft}
      />
      <GoesBack
        {...{ reason, problem }}
        onReason={setReason}
        total={repaidTotal(shownRefund.payments)}
        currency={terms.currency_fk}
      />
      <Actions {...{ missing, busy, isSelling, isAnyLeft }} isAny={back.length > 0} onStart={start} />
      {asking && (
        <ApprovalDialog
          issues={issuesOf(asking)}
          rights={issuesOf(asking).map(({ field }) => (field === 'gift' ? ANY_PRICE : REFUND_RIGHT))}
          onClose={() => setAsking(undefined)}
          onApproved={(allowed) => {
            setApproval(allowed);
            setAsking(undefined);
            void give(asking, allowed);
          }}
        />
      )}
    </>
  );
}

interface ActionsProps {
  /** Key of the sentence about what is not said yet. */
  readonly missing: string | undefined;
  readonly busy: boolean;
  readonly isSelling: boolean;
  /** Whether something of the receipt is left, and whether some of it comes back. */
  readonly isAnyLeft: boolean;
  readonly isAny: boolean;
  readonly onStart: (after: After) => void;
}

function Actions({ missing, busy, isSelling, isAnyLeft, isAny, onStart }: ActionsProps) {
  const { t } = useTranslation();
  const whyNot = (hasGoods: boolean, sells: boolean): string | undefined => {
    const goods = isAnyLeft ? 'why.nothing_comes_back' : 'all_came_back';
    const key = !hasGoods ? goods : sells && isSelling ? 'finish_first' : missing;
    return key && t(`selling:${key}`);
  };
  const shared = { disabled: busy };
  return (
    <>
      <div className="grid gap-2 sm:grid-cols-3">
        <TillButton
          {...{ ...shared, look: 'primary', icon: Undo2 }}
          why={whyNot(isAny, false)}
          onPress={() => onStart('refund')}
        >
          {t('selling:refund')}
        </TillButton>
        <TillButton {...shared} icon={ArrowLeftRight} why={whyNot(isAny, true)} onPress={() => onStart('exchange')}>
          {t('selling:exchange')}
        </TillButton>
        <TillButton {...shared} icon={PencilLine} why={whyNot(isAnyLeft, true)} onPress={() => onStart('correct')}>
          {t('selling:correct')}
        </TillButton>
      </div>
      <p className="text-sm text-ink-muted">{t(isSelling ? 'selling:finish_first' : 'selling:correct_hint')}</p>
    </>
  );
}
