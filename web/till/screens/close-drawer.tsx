/** Counts a drawer blind, note by note, and closes it. */
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { add, money, printMoney, readMoney, ZERO } from '../../../domain/kernel/money.ts';
import { AmountField } from '../../shared/form/amount-field.tsx';
import { isolateLtr, toLatinDigits } from '../../shared/typing/digits.ts';
import { formatDecimal } from '../../shared/typing/number-format.ts';
import { currencyName, MoneyText } from '../parts/money-text.tsx';
import type { DrawerHere } from '../parts/open-drawer.ts';
import { Problem } from '../parts/problem.tsx';
import { TillButton } from '../parts/till-button.tsx';
import { useTerms, useTill, useTillSettings } from '../parts/till-context.tsx';
import { useWriting } from '../parts/use-writing.ts';
import { countedAmount, denominationsOf, drawerFigures, type NoteCounts } from '../selling/drawer-figures.ts';
import { exchangeOfDrawer } from '../selling/kept-cart.ts';
import { type DrawerCash, NOTES } from '../selling/payment.ts';
import { removedContent } from '../selling/removed.ts';
import { saleStore } from '../selling/sale-store.ts';

interface CloseDrawerProps {
  readonly drawer: DrawerHere;
  readonly onClosed: (drawer: DrawerHere) => void;
}

/** By account: the number of each note, other cash, and the amount that stays. */
interface Counting {
  readonly notes: NoteCounts;
  readonly coins: string;
  readonly left: string;
}

const NOTHING: Counting = { notes: {}, coins: '', left: '' };
const amountOf = ({ notes, coins }: Counting): string =>
  printMoney(add(countedAmount(notes), readMoney(coins) ?? ZERO));

export function CloseDrawer({ drawer, onClosed }: CloseDrawerProps) {
  const { t } = useTranslation();
  const { device, session } = useTill();
  const { currency_fk } = useTillSettings();
  const terms = useTerms(null);
  const [counts, setCounts] = useState<ReadonlyMap<number, Counting>>(new Map());
  const { problem, busy, write } = useWriting();
  const [exchange, setExchange] = useState<string>();
  const of = (account: number) => counts.get(account) ?? NOTHING;
  const own = drawer.cash.find((account) => account.currency_fk === currency_fk)?.account_fk;
  const isTooMuch = drawer.cash.some(
    ({ account_fk }) => (readMoney(of(account_fk).left) ?? ZERO) > money(amountOf(of(account_fk))),
  );
  const close = async () => {
    const kept = await device.parked.keptOf(session.cashier.id);
    const open = exchangeOfDrawer(drawer.uuid, saleStore.current(), kept);
    setExchange(open);
    if (open !== undefined) return;
    const named = { drawer: { uuid: drawer.uuid } };
    const isCounted = await write((moment) => ({
      kind: 'count',
      ...named,
      ...moment,
      accounts: drawer.cash.map(({ account_fk }) => ({
        ...{ account_fk, counted_amount: amountOf(of(account_fk)) },
        denominations: [...denominationsOf(of(account_fk).notes)],
      })),
    }));
    if (!isCounted) return;
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
      <Problem text={isTooMuch ? t('selling:stays_too_much') : problem} />
      <TillButton look="primary" icon={LockKeyhole} disabled={busy || isTooMuch} onPress={() => void close()}>
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
  const put = (note: string, text: string) => {
    const count = Number(toLatinDigits(text).replace(/\D/g, '').slice(0, 6));
    onChange({ ...counting, notes: { ...counting.notes, [note]: count } });
  };
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-edge bg-surface-1 p-4">
      <legend className="px-1 font-semibold">{currency}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {(NOTES[account.currency_fk] ?? []).toReversed().map((note) => (
          <label key={note} className="flex items-center gap-2">
            <span className="numeric w-16 text-end font-semibold">{formatDecimal(note)}</span>
            <span aria-hidden>×</span>
            <input
              inputMode="numeric"
              value={counting.notes[note] || ''}
              onChange={(event) => put(note, event.target.value)}
              className="numeric h-12 w-full min-w-0 rounded-md border border-edge-strong bg-surface-1 px-2 text-end text-lg"
            />
          </label>
        ))}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        <AmountField
          label={t('selling:other_cash')}
          value={counting.coins}
          onChange={(coins) => onChange({ ...counting, coins })}
          suffix={currency}
        />
        <AmountField
          label={t('selling:stays')}
          hint={t('selling:stays_hint')}
          value={counting.left}
          onChange={(left) => onChange({ ...counting, left })}
          suffix={currency}
        />
        <p className="flex flex-col text-sm text-ink-muted">
          {t('selling:counted')}
          <MoneyText
            value={amountOf(counting)}
            currency={account.currency_fk}
            className="text-2xl font-bold text-ink"
          />
        </p>
      </div>
    </fieldset>
  );
}
