/**
 * Counts a drawer blind, note by note, and closes it. A count is stored before anything of what is expected is shown, so
 * that neither a look back nor a reload tells the cashier what to count.
 */
import { LockKeyhole, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CountEntry } from '../../../domain/till/device-entry.schema.ts';
import { defined } from '../../../domain/values/defined.ts';
import { printMoney } from '../../../domain/values/money.ts';
import { isolateLtr } from '../../shared/typing/digits.ts';
import { decimalsOf } from '../parts/money-text.tsx';
import type { DrawerHere } from '../parts/open-drawer.ts';
import { Problem } from '../parts/problem.tsx';
import { TillButton } from '../parts/till-button.tsx';
import { useTerms, useTill, useTillSettings } from '../parts/till-context.tsx';
import { useWriting } from '../parts/use-writing.ts';
import { type Counting, countOf, isCounted, isTooMuch, NOTHING_COUNTED } from '../selling/drawer/counting.ts';
import { agrees, comparedWith, countsOf, mayCountAgain } from '../selling/drawer/drawer-count.ts';
import { drawerFigures } from '../selling/drawer/drawer-figures.ts';
import { exchangeOfDrawer } from '../selling/kept-cart.ts';
import { cashProblem } from '../selling/payable.ts';
import { removedContent } from '../selling/removed.ts';
import { saleStore } from '../selling/sale-store.ts';
import { CountCash, Difference, DifferenceReason } from './counted-cash.tsx';

interface CloseDrawerProps {
  readonly drawer: DrawerHere;
  readonly onClosed: (drawer: DrawerHere) => void;
}

export function CloseDrawer({ drawer, onClosed }: CloseDrawerProps) {
  const { t } = useTranslation();
  const till = useTill();
  const { currency_fk, recount_limit } = useTillSettings();
  const [counts, setCounts] = useState<ReadonlyMap<number, Counting>>(new Map());
  const [isAgain, setAgain] = useState(false);
  const [reason, setReason] = useState('');
  const of = (account: number) => counts.get(account) ?? NOTHING_COUNTED;
  const put = (account: number, next: Counting) => setCounts(new Map(counts).set(account, next));
  const { problem, busy, exchange, figures, count, close } = useClosing({
    drawer,
    of,
    reason: reason.trim(),
    onClosed,
  });
  const last = drawer.counts.at(-1);
  const compared = last && comparedWith(last, figures.cash, drawer.cash);
  const mayAgain =
    compared !== undefined && mayCountAgain(drawer.counts, compared, { recount_limit, currency_fk, cash: drawer.cash });
  if (last && mayAgain && !isAgain)
    // A count that is kept is stored as the second one, because the difference is shown next.
    return <CountsAgain problem={problem} onAgain={() => setAgain(true)} onKeep={() => void count(last.accounts)} />;
  const isCounting = compared === undefined || mayAgain;
  const countedOf = (account: number) => compared?.find(({ account_fk }) => account_fk === account)?.counted ?? '0';
  const staysTooMuch = drawer.cash.some(({ account_fk }) => {
    const { left } = of(account_fk);
    return isTooMuch(isCounting ? of(account_fk) : { ...NOTHING_COUNTED, coins: countedOf(account_fk), left });
  });
  const isSome = drawer.cash.some(({ account_fk }) => isCounted(of(account_fk)));
  const isWrong = drawer.cash.some(({ account_fk, currency_fk }) => {
    const { coins, left } = of(account_fk);
    return [coins, left].some((text) => cashProblem(text, decimalsOf(till, currency_fk)) !== undefined);
  });
  const isSaid = isCounting || agrees(defined(compared, 'the count')) || reason.trim() !== '';
  const missing = isCounting && !isSome ? 'not_counted' : isSaid ? undefined : 'say_why_it_differs';
  const blocking = missing ?? (staysTooMuch ? 'stays_too_much' : isWrong ? 'why.amount_is_wrong' : undefined);
  return (
    <section aria-label={t('selling:drawer_actions.close')} className="flex flex-col gap-4">
      <p className="text-ink-muted">{t(isCounting ? 'selling:count_hint' : 'selling:counted_hint')}</p>
      {drawer.cash.map((account) => {
        const shared = { account, counting: of(account.account_fk) };
        const onChange = (next: Counting) => put(account.account_fk, next);
        const found = compared?.find(({ account_fk }) => account_fk === account.account_fk);
        return isCounting || !found ? (
          <CountCash key={account.account_fk} {...{ ...shared, onChange }} />
        ) : (
          <Difference key={account.account_fk} {...{ ...shared, onChange }} counted={found} />
        );
      })}
      {!isCounting && compared && !agrees(compared) && <DifferenceReason value={reason} onChange={setReason} />}
      {exchange !== undefined && <Problem text={t('selling:exchange_open', { number: isolateLtr(exchange) })} />}
      <Problem text={staysTooMuch ? t('selling:stays_too_much') : problem} />
      {missing && <p className="text-warning-ink">{t(`selling:${missing}`)}</p>}
      <TillButton
        look="primary"
        icon={LockKeyhole}
        disabled={busy}
        why={blocking && t(`selling:${blocking}`)}
        onPress={() => void (isCounting ? count() : close(drawer.entries))}
      >
        {t(isCounting ? 'selling:count_and_close' : 'selling:close_drawer')}
      </TillButton>
    </section>
  );
}

interface Closing extends CloseDrawerProps {
  readonly of: (account: number) => Counting;
  readonly reason: string;
}

/** Stores the count, and closes the drawer at once where it agrees. */
function useClosing({ drawer, of, reason, onClosed }: Closing) {
  const { device, session } = useTill();
  const { currency_fk } = useTillSettings();
  const terms = useTerms(null);
  const { problem, busy, write } = useWriting();
  const [exchange, setExchange] = useState<string>();
  const own = drawer.cash.find((account) => account.currency_fk === currency_fk)?.account_fk;
  const figuresOf = (entries: DrawerHere['entries']) =>
    drawerFigures(
      drawer.opening,
      entries.map(({ entry }) => entry.content),
      own,
    );
  const close = async (entries: DrawerHere['entries']) => {
    const { cart } = saleStore.current();
    // Goods on the screen will be sold at the next drawer, together with the lines removed from them.
    const { removed } = cart.lines.length > 0 ? {} : removedContent(cart, terms);
    const isClosed = await write((moment) => ({
      kind: 'close_drawer',
      drawer: { uuid: drawer.uuid },
      ...moment,
      accounts: figuresOf(entries).cash.map(({ account_fk, expected }) => ({
        account_fk,
        left_amount: of(account_fk).left || '0',
        expected_amount: printMoney(expected),
      })),
      ...(reason === '' ? {} : { difference_reason: reason }),
      ...(removed ? { removed } : {}),
    }));
    if (!isClosed) return;
    saleStore.set({ cart: { ...saleStore.current().cart, ...(removed ? { removed: [] } : {}) } });
    onClosed({ ...drawer, entries, difference_reason: reason || null });
  };
  const typed = () => drawer.cash.map(({ account_fk }) => countOf(account_fk, of(account_fk)));
  const count = async (accounts: CountEntry['accounts'] = typed()) => {
    const kept = await device.parked.keptOf(session.cashier.id);
    const open = exchangeOfDrawer(drawer.uuid, saleStore.current(), kept);
    setExchange(open);
    if (open !== undefined) return;
    const named = { drawer: { uuid: drawer.uuid }, accounts };
    if (!(await write((moment) => ({ kind: 'count', ...named, ...moment })))) return;
    const { entries } = (await device.journal.openDrawer(session.cashier.id)) ?? drawer;
    const [counted] = countsOf(entries.map(({ entry }) => entry.content)).slice(-1);
    if (counted && agrees(comparedWith(counted, figuresOf(entries).cash, drawer.cash))) await close(entries);
  };
  return { problem, busy, exchange, figures: figuresOf(drawer.entries), count, close };
}

interface AgainProps {
  readonly problem: string | undefined;
  readonly onAgain: () => void;
  readonly onKeep: () => void;
}

/** Says that the count differs, and not by how much. */
function CountsAgain({ problem, onAgain, onKeep }: AgainProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('selling:drawer_actions.close')} className="flex flex-col gap-4" data-recount>
      <p role="status" className="rounded-md bg-warning p-3 text-warning-ink">
        {t('selling:count_differs')}
      </p>
      <Problem text={problem} />
      <TillButton look="primary" icon={RotateCcw} onPress={onAgain}>
        {t('selling:count_again')}
      </TillButton>
      <TillButton onPress={onKeep}>{t('selling:keep_count')}</TillButton>
    </section>
  );
}
