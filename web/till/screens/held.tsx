/** Parked sales: of this device and, while online, of the outlet's other tills. */
import { Play, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../shared/controls/amount.tsx';
import { EmptyState } from '../../shared/controls/states.tsx';
import type { ParkedSale } from '../device/database-schema.ts';
import type { SharedSale } from '../device/parked-at-server.ts';
import { useWatched } from '../device/use-watched.ts';
import { MoneyText } from '../parts/money-text.tsx';
import { SureDialog } from '../parts/sure-dialog.tsx';
import { TillButton } from '../parts/till-button.tsx';
import { useTill, useTillSettings } from '../parts/till-context.tsx';
import { goTo } from '../parts/till-path.ts';
import { isEmpty } from '../selling/cart.ts';
import { dropParked, isCart, resume } from '../selling/parking.ts';
import { saleStore, unpaidCart } from '../selling/sale-store.ts';

/** Interval of requests for other tills' parked sales. */
const ASK_MS = 15_000;

type HeldSale = ParkedSale | SharedSale;

const byTime = (one: HeldSale, other: HeldSale): number => (one.parked_at < other.parked_at ? -1 : 1);

export function HeldPage() {
  const { t } = useTranslation();
  const { device, session } = useTill();
  const { currency_fk } = useTillSettings();
  const version = useWatched(device.parked.changes);
  const isFree = isEmpty(unpaidCart(useWatched(saleStore)));
  const network = useWatched(device.network);
  const elsewhere = useWatched(device.shared.elsewhere);
  const [own, setOwn] = useState<readonly ParkedSale[]>();
  const [problem, setProblem] = useState<'gone' | 'not_reached'>();
  const [dropping, setDropping] = useState<HeldSale>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are others after every change.
  useEffect(() => {
    void device.parked.list().then(setOwn);
  }, [device, version]);
  useEffect(() => {
    const ask = () => void device.shared.exchange();
    ask();
    const timer = setInterval(ask, ASK_MS);
    return () => clearInterval(timer);
  }, [device]);
  const take = async (sale: HeldSale) => {
    const outcome = await resume(device, session.cashier.id, saleStore, sale.uuid);
    if (outcome === 'taken') return goTo('sell');
    setProblem(outcome);
    await device.shared.exchange();
  };
  const drop = async (sale: HeldSale) => {
    const outcome = await dropParked(device, session.cashier.id, saleStore, sale.uuid);
    setProblem(outcome === 'taken' ? undefined : outcome);
  };
  const sales = [...(own ?? []), ...(network === 'online' ? elsewhere : [])].toSorted(byTime);
  if (own && sales.length === 0 && !problem && network === 'online')
    return <EmptyState heading title={t('selling:none_held')} text={t('selling:none_held_hint')} />;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-3 overflow-y-auto p-4">
      <h1 className="text-lg font-semibold">{t('selling:held')}</h1>
      {problem && <p role="alert">{t(problem === 'gone' ? 'selling:held_gone' : 'selling:held_not_reached')}</p>}
      {network === 'offline' && <p className="text-warning-ink">{t('selling:held_here_only')}</p>}
      {!isFree && <p className="text-warning-ink">{t('selling:finish_first')}</p>}
      <ul className="flex flex-col gap-2">
        {sales.map((sale) => (
          <li
            key={sale.uuid}
            className="flex flex-wrap items-center gap-3 rounded-md border border-edge bg-surface-1 p-3 shadow-card"
          >
            <span className="min-w-40 flex-1">
              <bdi className="block font-semibold">{sale.label}</bdi>
              <span className="text-sm text-ink-muted">
                <Moment value={sale.parked_at} />
                {'cart' in sale && isCart(sale.cart) && (
                  <> · {t('selling:lines_held', { count: sale.cart.lines.length })}</>
                )}
                {'till_name' in sale && sale.till_name && (
                  <>
                    {' · '}
                    <bdi>{sale.till_name}</bdi>
                  </>
                )}
              </span>
            </span>
            <MoneyText value={sale.total} currency={currency_fk} className="text-lg font-semibold" />
            <TillButton
              look="primary"
              icon={Play}
              why={isFree ? undefined : t('selling:finish_first')}
              onPress={() => void take(sale)}
            >
              {t('selling:resume')}
            </TillButton>
            <TillButton icon={Trash2} aria-label={t('selling:drop_held')} onPress={() => setDropping(sale)} />
          </li>
        ))}
      </ul>
      {dropping && (
        <SureDialog
          title={t('selling:drop_held')}
          text={t('selling:drop_held_text', { label: dropping.label })}
          action={t('selling:drop_held')}
          icon={Trash2}
          onConfirm={() => void drop(dropping)}
          onClose={() => setDropping(undefined)}
        />
      )}
    </div>
  );
}
