/** The goods of a proposal as cards, for narrow windows: the figures of an item below its name, and the fields below them. */
import { useTranslation } from 'react-i18next';
import { InUnits } from '../../shared/controls/in-units.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import {
  FIGURES,
  figureParts,
  figureTone,
  type ItemProps,
  ItemTitle,
  OrderedBox,
  OrderHead,
  PriceField,
  type ProposedProps,
  QuantityField,
} from './proposed-parts.tsx';

export function ProposedCards({ orders, changes, onChange, ...props }: ProposedProps) {
  return orders.map((order) => (
    <section key={order.key} className="rounded-lg border border-edge bg-surface-1 shadow-card">
      <div className="rounded-t-lg border-b border-edge bg-surface-2 px-3 py-1.5">
        <OrderHead order={order} {...{ changes, ...props }} />
      </div>
      {order.items.map((item) => (
        <ItemCard
          key={item.item_fk}
          item={item}
          changed={changes[item.item_fk] ?? {}}
          onChange={(change) => onChange(item.item_fk, change)}
        />
      ))}
    </section>
  ));
}

function ItemCard(props: ItemProps) {
  const { t } = useTranslation();
  const { item, changed } = props;
  return (
    <div
      className={`flex flex-col gap-2 border-b border-edge p-3 last:border-0 ${changed.isLeftOut === true ? 'text-ink-muted' : ''}`}
    >
      <div className="flex items-start gap-3">
        <span className="pt-0.5">
          <OrderedBox {...props} />
        </span>
        <div className="min-w-0 flex-1">
          <ItemTitle item={item} />
        </div>
      </div>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-1">
        {FIGURES.map((figure) => (
          <div key={figure} className={figureTone(item, figure)}>
            <dt className="text-xs text-ink-muted">{t(`proposal:${figure}`)}</dt>
            <dd>
              <InUnits parts={figureParts(item, figure)} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid grid-cols-2 gap-3">
        <div>
          <p className="text-xs text-ink-muted">
            {t('proposal:suggested')} (<bdi>{item.unit_name}</bdi>)
          </p>
          <QuantityField {...props} />
        </div>
        <div>
          <p className="text-xs text-ink-muted">{fieldLabel('price')}</p>
          <PriceField {...props} />
        </div>
      </div>
    </div>
  );
}
