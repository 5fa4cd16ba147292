/** Deliveries of a sale: the dialog that enters one, and the tab that lists them above the payments. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { returnedUndelivered } from '../../domain/documents/delivered-goods.ts';
import { inUnitOf } from '../../domain/pricing/returned-quantities.ts';
import { type Members, membersOf, objectsOf } from '../../domain/values/members.ts';
import { printQuantity, quantity } from '../../domain/values/quantity.ts';
import { useRecordName } from '../shared/api/lookup.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { Name } from '../shared/controls/name.tsx';
import { SmallTable } from '../shared/controls/small-table.tsx';
import { QuantitiesDialog } from '../shared/document/dialogs/quantities-dialog.tsx';
import type { TransitionDialogProps } from '../shared/document/dialogs/transition-dialogs.tsx';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { DayField } from '../shared/form/fields/date-field.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { SettlementsTab } from '../shared/party/settlements.tsx';
import { localToday } from '../shared/typing/date-words.ts';
import { DriverField } from './orders/driver-field.tsx';

/** In parts or all of it: the day, the driver, and how much of each line. */
export function DeliverDialog(props: TransitionDialogProps) {
  const [date, setDate] = useState(localToday());
  const [driver, setDriver] = useState<number | null>(null);
  const { problems, server } = useSessionState(props.session);
  const extra = { date: date || null, ...(driver === null ? {} : { driver_fk: driver }) };
  const returned = returnedUndelivered(server?.data ?? {});
  return (
    <QuantitiesDialog {...props} extra={extra} shows={['date']} without={returned}>
      <div className="mb-3 grid grid-cols-2 gap-3">
        <DayField value={date} onChange={setDate} problem={problems.get('date')} />
        <DriverField value={driver} onChange={setDriver} />
      </div>
    </QuantitiesDialog>
  );
}

export function SaleTab({ session }: { readonly session: DocumentSession }) {
  const { t } = useTranslation();
  const { server } = useSessionState(session);
  const deliveries = objectsOf(server?.data['deliveries']);
  const sold = objectsOf(server?.data['lines']);
  return (
    <>
      {deliveries.length > 0 && (
        <section className="flex max-w-3xl flex-col gap-2 px-4 pt-4">
          <h2 className="font-semibold">{t('sales:deliveries')}</h2>
          <SmallTable
            columns={[
              { head: fieldLabel('date'), cell: ({ date }) => <Day value={textOf(date)} /> },
              { head: fieldLabel('time'), cell: ({ time }) => <bdi>{textOf(time)}</bdi> },
              { head: fieldLabel('driver_fk'), cell: ({ driver_name }) => <bdi>{textOf(driver_name)}</bdi> },
              {
                head: fieldLabel('lines'),
                cell: ({ leaves }) =>
                  objectsOf(membersOf(leaves)['lines']).map((left, index) => (
                    <Left
                      key={String(index)}
                      left={left}
                      of={sold.find(({ line_id }) => line_id === left['line_id'])}
                    />
                  )),
              },
            ]}
            rows={deliveries}
            keyOf={(_, index) => index}
          />
        </section>
      )}
      <SettlementsTab session={session} />
    </>
  );
}

/** Goods of a delivery: in the unit of their line, or, of a kit, in the base unit of what is in it. */
function Left({ left, of = {} }: { readonly left: Members; readonly of?: Members | undefined }) {
  const item = Number(left['item_fk']);
  const isOwn = of['item_fk'] === item;
  const inside = useRecordName('items', isOwn ? null : item, undefined);
  const count = inUnitOf(quantity(textOf(left['quantity']) || '0'), isOwn ? textOf(of['unit_factor']) || '1' : '1');
  return (
    <p>
      <Amount value={printQuantity(count)} /> <bdi>{isOwn ? textOf(of['unit_name']) : ''}</bdi>{' '}
      <Name of={isOwn ? textOf(of['item_name']) : (inside ?? '')} />
    </p>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
