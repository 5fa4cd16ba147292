/**
 * The payment of a receipt: cash with likely amounts, the payment app, on account, dollars, several combined; and the
 * change.
 */
import { ArrowLeft, Check, CreditCard, NotebookPen, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Money, printMoney, sum } from '../../../domain/values/money.ts';
import { IconButton } from '../../shared/controls/button.tsx';
import { Figure, MoneyText } from '../parts/money-text.tsx';
import { isInUse, useOpenDrawer } from '../parts/open-drawer.ts';
import { Problem } from '../parts/problem.tsx';
import { TillButton } from '../parts/till-button.tsx';
import { useTill } from '../parts/till-context.tsx';
import { usePaying } from '../parts/use-paying.ts';
import { approve, unapproved } from '../selling/approvals.ts';
import { exchangeTenders, notTendered, type repaid } from '../selling/exchange.ts';
import type { Terms } from '../selling/goods.ts';
import { type DrawerCash, settle, type Tender, worthOf } from '../selling/payment.ts';
import type { PricedCart } from '../selling/priced-cart.ts';
import { type Sale, saleStore } from '../selling/sale-store.ts';
import { ApprovalDialog } from './approval.tsx';
import { CashTender } from './cash-tender.tsx';
import { NoDrawer } from './no-drawer.tsx';
import { ReferenceDialog } from './reference-dialog.tsx';

interface PaymentProps {
  readonly sale: Sale;
  readonly priced: PricedCart;
  /** The amounts that an exchange repaid. */
  readonly given: ReturnType<typeof repaid>;
  readonly terms: Terms;
}

export function PaymentScreen(props: PaymentProps) {
  const { t } = useTranslation();
  const drawer = useOpenDrawer();
  if (drawer === undefined) return null;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="flex items-center gap-2 border-b border-edge p-2">
        <TillButton
          look="quiet"
          icon={ArrowLeft}
          shortcut="till_back"
          onPress={() => saleStore.set({ stage: 'selling' })}
        >
          {t('selling:back')}
        </TillButton>
        <h1 className="text-lg font-semibold">{t('selling:payment')}</h1>
      </div>
      {isInUse(drawer) ? <Paying {...props} drawer={drawer.uuid} cash={drawer.cash} /> : <NoDrawer drawer={drawer} />}
    </div>
  );
}

function Paying({
  sale,
  priced,
  given,
  terms,
  drawer,
  cash,
}: PaymentProps & { drawer: string; cash: readonly DrawerCash[] }) {
  const { t } = useTranslation();
  const { device } = useTill();
  const { problem, busy, finish } = usePaying();
  const [doing, setDoing] = useState<'app' | 'approval'>();
  const { cart, tenders } = sale;
  const hasCustomer = cart.customer !== null;
  const { total } = priced.totals;
  const before = exchangeTenders(given, total, { currency_fk: terms.currency_fk, drawer: cash });
  const all = [...before, ...tenders];
  const settlement = settle(total, all, terms, { hasCustomer, drawer: cash });
  const put = (next: readonly Tender[]) => saleStore.set({ tenders: next });
  const take = (tender: Omit<Tender, 'key'>) => put([...tenders, { ...tender, key: Date.now() + tenders.length }]);
  const rest = printMoney(settlement.due);
  const own = { currency_fk: terms.currency_fk, cash: null, reference: null };
  // The refund of an exchange has lessened the balance by what is tendered again.
  const owed = sum(all.flatMap((tender) => (tender.method === 'credit' ? [worthOf(tender, terms)] : [])));
  // A change of the customer changes prices too.
  const issues = unapproved(cart, priced.beyond, owed, device.catalogue);
  const press = () => {
    if (settlement.problem) return;
    if (issues.length > 0) setDoing('approval');
    else void finish({ sale, tenders: all, priced, settlement, terms, drawer });
  };
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-4 p-4">
      <Standing
        due={settlement.due}
        change={settlement.change}
        currency={terms.currency_fk}
        isExchange={before.length > 0}
      />
      {notTendered(given, before).map(({ method, amount }) => (
        <Figure key={method} label={`selling:to_give_by.${method}`} value={amount} currency={terms.currency_fk} />
      ))}
      {settlement.due > 0n && (
        <>
          {cash.map((account) => (
            <CashTender key={account.account_fk} {...{ account, terms }} due={settlement.due} onTake={take} />
          ))}
          <div className="grid grid-cols-2 gap-2">
            <TillButton icon={CreditCard} shortcut="till_app" onPress={() => setDoing('app')}>
              {t('selling:method.app')}
            </TillButton>
            <TillButton
              icon={NotebookPen}
              shortcut="till_credit"
              why={hasCustomer ? undefined : t('selling:payment_problem.credit_needs_customer')}
              onPress={() => take({ ...own, method: 'credit', amount: rest })}
            >
              {t('selling:method.credit')}
            </TillButton>
          </div>
          {!hasCustomer && (
            <p className="text-sm text-ink-muted">{t('selling:payment_problem.credit_needs_customer')}</p>
          )}
        </>
      )}
      <Tenders tenders={all} onRemove={(key) => put(tenders.filter((tender) => tender.key !== key))} />
      {settlement.problem && (settlement.problem !== 'paid_too_little' || tenders.length > 0) && (
        <p role="alert" className="text-danger-ink">
          {t(`selling:payment_problem.${settlement.problem}`)}
        </p>
      )}
      <Problem text={problem} />
      <TillButton
        look="primary"
        icon={Check}
        shortcut="till_pay"
        disabled={busy}
        why={settlement.problem && t(`selling:payment_problem.${settlement.problem}`)}
        onPress={press}
        className="sticky bottom-2 mt-auto min-h-16 text-xl! aria-disabled:opacity-100 aria-disabled:bg-surface-3 aria-disabled:text-ink-muted"
      >
        {t('selling:finish')}
      </TillButton>
      {doing === 'app' && (
        <ReferenceDialog
          amount={rest}
          onClose={() => setDoing(undefined)}
          onTake={(amount, reference) => {
            take({ ...own, method: 'app', amount, reference });
            setDoing(undefined);
          }}
        />
      )}
      {doing === 'approval' && (
        <ApprovalDialog
          issues={issues}
          onClose={() => setDoing(undefined)}
          onApproved={(approval) => {
            approve(saleStore, { sale, issues, owed }, approval);
            setDoing(undefined);
          }}
        />
      )}
    </div>
  );
}

interface StandingProps {
  readonly due: Money;
  readonly change: Money | undefined;
  readonly currency: number;
  readonly isExchange: boolean;
}

/** The amount due, or the change: the largest figure on the screen. */
function Standing({ due, change, currency, isExchange }: StandingProps) {
  const { t } = useTranslation();
  const back = isExchange && change !== undefined && change > 0n ? 'selling:to_give' : 'selling:change';
  return (
    <div className="flex flex-col items-center gap-1 rounded-lg bg-surface-2 p-4" aria-live="polite">
      <span className="text-lg text-ink-muted">{t(change === undefined ? 'selling:due' : back)}</span>
      <MoneyText value={change ?? due} currency={currency} className="text-6xl font-bold max-md:text-5xl" />
    </div>
  );
}

function Tenders({ tenders, onRemove }: { tenders: readonly Tender[]; onRemove: (key: number) => void }) {
  const { t } = useTranslation();
  if (tenders.length === 0) return null;
  return (
    <ul aria-label={t('selling:tendered')} className="divide-y divide-edge rounded-md border border-edge">
      {tenders.map(({ key, method, amount, currency_fk, reference, isExchanged }) => (
        <li key={key} className="flex items-center gap-3 ps-3">
          <span className="flex-1">
            {t(`selling:method.${isExchanged ? 'exchange' : method}`)}{' '}
            {reference && <bdi className="text-ink-muted">{reference}</bdi>}
          </span>
          <MoneyText value={amount} currency={currency_fk} className="text-lg font-semibold" />
          {isExchanged ? (
            <span className="size-12" />
          ) : (
            <IconButton icon={X} label={t('selling:remove')} onClick={() => onRemove(key)} className="size-12!" />
          )}
        </li>
      ))}
    </ul>
  );
}
