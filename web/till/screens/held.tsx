/** Sales that were put aside: here and, while there is a network, at the other tills of the outlet. */
import { Play, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../shared/controls/amount.tsx';
import { Confirm } from '../../shared/controls/dialog.tsx';
import { EmptyState } from '../../shared/controls/states.tsx';
import type { ParkedSale } from '../device/database-schema.ts';
import { useWatched } from '../device/use-watched.ts';
import { MoneyText } from '../parts/money-text.tsx';
import { TillButton } from '../parts/till-button.tsx';
import { useTill, useTillSettings } from '../parts/till-context.tsx';
import { goTo } from '../parts/till-path.ts';
import { isEmpty } from '../selling/cart.ts';
import { resume } from '../selling/parking.ts';
import { saleStore } from '../selling/sale-store.ts';

export function HeldPage() {
  const { t } = useTranslation();
  const { device, session } = useTill();
  const { currency_fk } = useTillSettings();
  const version = useWatched(device.parked.changes);
  const { cart } = useWatched(saleStore);
  const [sales, setSales] = useState<readonly ParkedSale[]>();
  const [gone, setGone] = useState(false);
  const [dropping, setDropping] = useState<ParkedSale>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are others after every change.
  useEffect(() => {
    void device.parked.list().then(setSales);
  }, [device, version]);
  const take = async (sale: ParkedSale) => {
    if (await resume(device, session.cashier.id, saleStore, sale.uuid)) goTo('sell');
    else setGone(true);
  };
  if (sales?.length === 0)
    return <EmptyState heading title={t('selling:none_held')} text={t('selling:none_held_hint')} />;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-3 overflow-y-auto p-4">
      <h1 className="text-lg font-semibold">{t('selling:held')}</h1>
      {gone && <p role="alert">{t('selling:held_gone')}</p>}
      {!isEmpty(cart) && <p className="text-warning-ink">{t('selling:finish_first')}</p>}
      <ul className="flex flex-col gap-2">
        {(sales ?? []).map((sale) => (
          <li
            key={sale.uuid}
            className="flex flex-wrap items-center gap-3 rounded-md border border-edge bg-surface-1 p-3 shadow-card"
          >
            <span className="min-w-40 flex-1">
              <bdi className="block font-semibold">{sale.label}</bdi>
              <span className="text-sm text-ink-muted">
                <Moment value={sale.parked_at} />
              </span>
            </span>
            <MoneyText value={sale.total} currency={currency_fk} className="text-lg font-semibold" />
            <TillButton look="primary" icon={Play} disabled={!isEmpty(cart)} onPress={() => void take(sale)}>
              {t('selling:resume')}
            </TillButton>
            <TillButton icon={Trash2} aria-label={t('selling:drop_held')} onPress={() => setDropping(sale)} />
          </li>
        ))}
      </ul>
      {dropping && (
        <Confirm
          open
          dangerous
          title={t('selling:drop_held')}
          text={t('selling:drop_held_text', { label: dropping.label })}
          action={t('selling:drop_held')}
          onConfirm={() => {
            void device.parked.drop(dropping.uuid);
            setDropping(undefined);
          }}
          onClose={() => setDropping(undefined)}
        />
      )}
    </div>
  );
}
