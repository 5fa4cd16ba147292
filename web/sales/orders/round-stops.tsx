/** The stops of a driver's round with the goods of each: a table, or cards in a narrow window. */
import { useTranslation } from 'react-i18next';
import type { Reads } from '../../shared/api/read.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { CountedBatch } from '../../shared/controls/counted-batch.tsx';
import { useNarrow } from '../../shared/controls/narrow.ts';
import { SmallTable } from '../../shared/controls/small-table.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import { DocumentLink } from '../../shared/report/report-links.tsx';
import { batchTexts } from '../../shared/typing/batch-text.ts';

export type Round = Reads['drivers/:id'];
export type Stop = Round['orders'][number];
export type Carried = Round['items'][number];

export function CarriedBatches({ batches }: Pick<Carried, 'batches'>) {
  const { digits } = usePreferences();
  return batchTexts(batches, digits, ({ in_units }) => in_units).map(({ name, parts }) => (
    <span key={name} className="block">
      <CountedBatch {...{ name, parts }} />
    </span>
  ));
}

interface StopsProps {
  readonly stops: readonly Stop[];
}

export function RoundStops({ stops }: StopsProps) {
  return useNarrow() ? <StopCards stops={stops} /> : <StopTable stops={stops} />;
}

function StopCards({ stops }: StopsProps) {
  const { t } = useTranslation();
  return (
    <ol className="flex flex-col divide-y divide-edge">
      {stops.map((stop) => (
        <li key={stop.order_id} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
          <p className="flex flex-wrap justify-between gap-x-4">
            <DocumentLink kind="online_order" id={stop.order_id} number={stop.number} />
            <span>
              <span className="text-ink-muted">{t('sales:orders.to_be_paid')}</span>{' '}
              <strong>
                <Amount value={stop.to_collect} />
              </strong>
            </span>
          </p>
          <p className="flex flex-wrap gap-x-4">
            <bdi className="font-medium">{stop.customer_name}</bdi>
            <Mobile mobile={stop.mobile} />
          </p>
          <p>
            <bdi>{stop.address}</bdi> <bdi className="text-ink-muted">{stop.zone_name}</bdi>
          </p>
          {stop.note !== null && (
            <p className="text-ink-muted">
              <bdi>{stop.note}</bdi>
            </p>
          )}
          <div>
            <Goods items={stop.items} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Mobile({ mobile }: Pick<Stop, 'mobile'>) {
  return (
    <a href={`tel:${mobile ?? ''}`} dir="ltr" className="text-accent">
      {mobile}
    </a>
  );
}

function Goods({ items }: Pick<Stop, 'items'>) {
  return items.map(({ item_fk, unit_fk, item_name, unit_name, quantity }) => (
    <span key={`${item_fk}:${unit_fk}`} className="block">
      <Amount value={quantity} /> <bdi>{unit_name}</bdi> <bdi>{item_name}</bdi>
    </span>
  ));
}

function StopTable({ stops }: StopsProps) {
  const { t } = useTranslation();
  const text = (field: 'customer_name' | 'address' | 'zone_name' | 'note') => (stop: Stop) => <bdi>{stop[field]}</bdi>;
  return (
    <SmallTable
      columns={[
        {
          head: fieldLabel('number'),
          cell: ({ order_id, number }: Stop) => <DocumentLink kind="online_order" id={order_id} number={number} />,
        },
        { head: fieldLabel('online_customer_fk'), cell: text('customer_name') },
        {
          head: fieldLabel('customer_mobile'),
          cell: ({ mobile }: Stop) => <Mobile mobile={mobile} />,
        },
        { head: fieldLabel('customer_address'), cell: text('address') },
        { head: fieldLabel('delivery_zone_fk'), cell: text('zone_name') },
        { head: fieldLabel('note'), cell: text('note') },
        {
          head: t('sales:round.goods'),
          cell: ({ items }: Stop) => <Goods items={items} />,
        },
        {
          head: t('sales:orders.to_be_paid'),
          number: true,
          cell: ({ to_collect }: Stop) => <Amount value={to_collect} />,
        },
      ]}
      rows={stops}
      keyOf={({ order_id }) => order_id}
    />
  );
}
