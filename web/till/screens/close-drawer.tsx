/** Counts a drawer blind, note by note, and closes it. */
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { printMoney } from '../../../domain/kernel/money.ts';
import { AmountField } from '../../shared/form/amount-field.tsx';
import { isolateLtr } from '../../shared/typing/digits.ts';
import { currencyName, decimalsOf, MoneyText } from '../parts/money-text.tsx';
import { NoteFields } from '../parts/note-counts.tsx';
import type { DrawerHere } from '../parts/open-drawer.ts';
import { Problem } from '../parts/problem.tsx';
import { TillButton } from '../parts/till-button.tsx';
import { useTerms, useTill, useTillSettings } from '../parts/till-context.tsx';
import { useWriting } from '../parts/use-writing.ts';
import { amountCounted, type Counting, countOf, isCounted, isTooMuch, NOTHING_COUNTED } from '../selling/counting.ts';
import { drawerFigures } from '../selling/drawer-figures.ts';
import { exchangeOfDrawer } from '../selling/kept-cart.ts';
import { cashProblem } from '../selling/payable.ts';
import type { DrawerCash } from '../selling/payment.ts';
import { removedContent } from '../selling/removed.ts';
import { saleStore } from '../selling/sale-store.ts';

interface CloseDrawerProps {
  readonly drawer: DrawerHere;
  readonly onClosed: (drawer: DrawerHere) => void;
}

export function CloseDrawer({ drawer, onClosed }: CloseDrawerProps) {
  const { t } = useTranslation();
  const till = useTill();
  const { device, session } = till;
  const { currency_fk } = useTillSettings();
  const terms = useTerms(null);
  const [counts, setCounts] = useState<ReadonlyMap<number, Counting>>(new Map());
  const { problem, busy, write } = useWriting();
  const [exchange, setExchange] = useState<string>();
  const of = (account: number) => counts.get(account) ?? NOTHING_COUNTED;
  const own = drawer.cash.find((account) => account.currency_fk === currency_fk)?.account_fk;
  const staysTooMuch = drawer.cash.some(({ account_fk }) => isTooMuch(of(account_fk)));
  const isSome = drawer.cash.some(({ account_fk }) => isCounted(of(account_fk)));
  const isWrong = drawer.cash.some(({ account_fk, currency_fk }) => {
    const { coins, left } = of(account_fk);
    return [coins, left].some((text) => cashProblem(text, decimalsOf(till, currency_fk)) !== undefined);
  });
  const close = async () => {
    const kept = await device.parked.keptOf(session.cashier.id);
    const open = exchangeOfDrawer(drawer.uuid, saleStore.current(), kept);
    setExchange(open);
    if (open !== undefined) return;
    const named = { drawer: { uuid: drawer.uuid } };
    const isStored = await write((moment) => ({
      kind: 'count',
      ...named,
      ...moment,
      accounts: drawer.cash.map(({ account_fk }) => countOf(account_fk, of(account_fk))),
    }));
    if (!isStored) return;
    const counted = (await device.journal.openDrawer(session.cashier.id))?.entries ?? drawer.entries;
    const figures = drawerFigures(
      drawer.opening,
      counted.map(({ entry }) => entry.content),
      own,
    );
    const { cart } = saleStore.current();
    // Goods on the screen will be sold at the next drawer, together with the lines removed from them.
    const { removed } = cart.lines.length > 0 ? {} : removedContent(cart, terms);
    const isClosed = await write((moment) => ({
      kind: 'close_drawer',
      ...named,
      ...moment,
      accounts: figures.cash.map(({ account_fk, expected }) => ({
        ...{ account_fk, left_amount: of(account_fk).left || '0', expected_amount: printMoney(expected) },
      })),
      ...(removed ? { removed } : {}),
    }));
    if (!isClosed) return;
    saleStore.set({ cart: { ...saleStore.current().cart, ...(removed ? { removed: [] } : {}) } });
    onClosed({ ...drawer, entries: counted });
  };
  return (
    <section aria-label={t('selling:drawer_actions.close')} className="flex flex-col gap-4">
      <p className="text-ink-muted">{t('selling:count_hint')}</p>
      {drawer.cash.map((account) => (
        <CountCash
          key={account.account_fk}
          account={account}
          counting={of(account.account_fk)}
          onChange={(next) => setCounts(new Map(counts).set(account.account_fk, next))}
        />
      ))}
      {exchange !== undefined && <Problem text={t('selling:exchange_open', { number: isolateLtr(exchange) })} />}
      <Problem text={staysTooMuch ? t('selling:stays_too_much') : problem} />
      {!isSome && <p className="text-warning-ink">{t('selling:not_counted')}</p>}
      <TillButton
        look="primary"
        icon={LockKeyhole}
        disabled={busy || staysTooMuch || isWrong || !isSome}
        onPress={() => void close()}
      >
        {t('selling:count_and_close')}
      </TillButton>
    </section>
  );
}

interface CountCashProps {
  readonly account: DrawerCash;
  readonly counting: Counting;
  readonly onChange: (counting: Counting) => void;
}

function CountCash({ account, counting, onChange }: CountCashProps) {
  const { t } = useTranslation();
  const till = useTill();
  const currency = currencyName(till, account.currency_fk);
  const problemOf = (text: string) => {
    const problem = cashProblem(text, decimalsOf(till, account.currency_fk));
    return problem && t(`selling:${problem}`, { currency });
  };
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-edge bg-surface-1 p-4">
      <legend className="px-1 font-semibold">{currency}</legend>
      <NoteFields
        currency={account.currency_fk}
        notes={counting.notes}
        onChange={(notes) => onChange({ ...counting, notes })}
      />
      <div className="grid gap-3 sm:grid-cols-3">
        <AmountField
          label={t('selling:other_cash')}
          value={counting.coins}
          problem={problemOf(counting.coins)}
          onChange={(coins) => onChange({ ...counting, coins })}
          suffix={currency}
        />
        <AmountField
          label={t('selling:stays')}
          hint={t('selling:stays_hint')}
          value={counting.left}
          problem={problemOf(counting.left)}
          onChange={(left) => onChange({ ...counting, left })}
          suffix={currency}
        />
        <p className="flex flex-col text-sm text-ink-muted">
          {t('selling:counted')}
          <MoneyText
            value={amountCounted(counting)}
            currency={account.currency_fk}
            className="text-2xl font-bold text-ink"
          />
        </p>
      </div>
    </fieldset>
  );
}
