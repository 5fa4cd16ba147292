/**
 * Creates transfers and purchase orders of the goods that an inventory lacks: a draft for each inventory that can spare some
 * of them, and of the rest a draft for each supplier, at the last prices.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../shared/api/read.ts';
import { Day } from '../../shared/controls/amount.tsx';
import { useNarrow } from '../../shared/controls/narrow.ts';
import { EmptyState, FailedState, SkeletonLines } from '../../shared/controls/states.tsx';
import { MadeDrafts } from '../../shared/document/made-drafts.tsx';
import { lastRate, useReferenceData } from '../../shared/document/model/reference-data.ts';
import { useMadeDrafts, type WantedDraft } from '../../shared/document/use-made-drafts.ts';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { LookupField } from '../../shared/form/fields/lookup-field.tsx';
import { SelectField } from '../../shared/form/fields/select-field.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { notifySuccess } from '../../shared/notify/notify.ts';
import { useBusy } from '../../shared/notify/use-busy.ts';
import { useMe } from '../../shared/session/session.ts';
import { localToday } from '../../shared/typing/date-words.ts';
import { PageFoot } from '../purchase-page.tsx';
import {
  type Changes,
  isWrongLine,
  orderLines,
  type Proposal,
  type ProposedOrder,
  proposedOrders,
} from './proposal.ts';
import { ProposedCards } from './proposed-cards.tsx';
import { ProposedTable } from './proposed-table.tsx';
import { ProposedTransfers } from './proposed-transfers.tsx';
import { afterMoves, type Moves, moveGroups, transferDrafts } from './transfers.ts';

interface Wanted {
  readonly inventory: string;
  readonly supplier: number | null;
  readonly weeks: string;
  readonly countedIn: string;
}

const WEEKS = /^([1-9]|[1-4]\d|5[0-2])$/;

export function ProposedOrders() {
  const { t } = useTranslation();
  const { current_inventory_fk: current, inventories } = useMe();
  const first = inventories.find(({ inventory_id }) => inventory_id === current) ?? inventories[0];
  const [wanted, setWanted] = useState<Wanted>({
    inventory: String(first?.inventory_id ?? ''),
    supplier: null,
    weeks: '4',
    countedIn: 'inventory',
  });
  return (
    <div className="flex h-full flex-col gap-3 px-4 pb-4 max-md:overflow-y-auto max-md:px-2 max-md:pb-0">
      <h1 className="pt-3 text-xl font-semibold">{t('purchasing:proposal.title')}</h1>
      <WantedFields wanted={wanted} onChange={setWanted} />
      {wanted.inventory !== '' && WEEKS.test(wanted.weeks) && <Proposed key={JSON.stringify(wanted)} wanted={wanted} />}
    </div>
  );
}

interface WantedFieldsProps {
  readonly wanted: Wanted;
  readonly onChange: (wanted: Wanted) => void;
}

function WantedFields({ wanted, onChange }: WantedFieldsProps) {
  const { t } = useTranslation();
  const { inventories } = useMe();
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-edge bg-surface-1 p-3 shadow-card">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <SelectField
          label={fieldLabel('inventory_fk')}
          value={wanted.inventory}
          onChange={(inventory) => onChange({ ...wanted, inventory })}
          options={inventories
            .filter(({ is_active }) => is_active)
            .map((inventory) => ({ value: String(inventory.inventory_id), label: inventory.inventory_name }))}
        />
        <LookupField
          label={fieldLabel('supplier_fk')}
          resource="suppliers"
          value={wanted.supplier}
          onChange={(supplier) => onChange({ ...wanted, supplier })}
          creatable={false}
        />
        <AmountField
          label={t('proposal:weeks')}
          value={wanted.weeks}
          onChange={(weeks) => onChange({ ...wanted, weeks })}
          decimals={0}
          problem={WEEKS.test(wanted.weeks) ? undefined : t('proposal:weeks_range')}
        />
        <SelectField
          label={t('proposal:counted_in')}
          value={wanted.countedIn}
          onChange={(countedIn) => onChange({ ...wanted, countedIn })}
          options={['inventory', 'all'].map((value) => ({
            value,
            label: t(`proposal:counted_in_${value}`),
          }))}
        />
      </div>
      <p className="text-xs text-ink-muted">{t('proposal:formula', { weeks: wanted.weeks })}</p>
    </div>
  );
}

function Proposed({ wanted }: { readonly wanted: Wanted }) {
  const { t } = useTranslation();
  const ready = useReferenceData();
  const query = {
    inventory_fk: wanted.inventory,
    supplier_fk: wanted.supplier,
    weeks: wanted.weeks,
    counted_in: wanted.countedIn,
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['proposed_orders', query],
    queryFn: ({ signal }) => read('purchase_orders/proposal', { query, signal, shape: { items: 'list' } }),
    // Never reloaded, because typed values belong to the loaded proposal.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  });
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!data || !ready) return <SkeletonLines lines={8} />;
  return (
    <>
      <p className="text-ink-muted">
        {t('proposal:sold_in')} <Day value={data.from} /> – <Day value={data.as_at} />
        {data.has_more && (
          <span className="ms-3 text-warning-ink">{t('proposal:has_more', { number: String(data.items.length) })}</span>
        )}
      </p>
      <Orders proposal={data} inventory={Number(wanted.inventory)} />
    </>
  );
}

interface OrdersProps {
  readonly proposal: Proposal;
  readonly inventory: number;
}

function Orders({ proposal, inventory }: OrdersProps) {
  const { t } = useTranslation();
  const me = useMe();
  const { busy, run } = useBusy();
  const [changes, setChanges] = useState<Changes>({});
  const [supplier, setSupplier] = useState<number | null>(null);
  const { made, make } = useMadeDrafts();
  const [ordered, setOrdered] = useState<ReadonlySet<string>>(new Set());
  const [moves, setMoves] = useState<Moves>({});
  const [moved, setMoved] = useState<ReadonlySet<number>>(new Set());
  const groups = moveGroups(proposal.items).filter(({ from }) => !moved.has(from));
  const left = proposal.items
    .map((item) => afterMoves(item, moves))
    .filter(({ item_fk, quantity }) => quantity !== '0' || changes[item_fk] !== undefined);
  const orders = proposedOrders(left, me.system_currency.currency_id).filter(({ key }) => !ordered.has(key));
  const ready = orders.filter(
    (order) => (order.supplier_fk ?? supplier) !== null && orderLines(order, changes).length > 0,
  );
  const isWrong = ready.some((order) => orderLines(order, changes).some(isWrongLine));
  const outlet = me.inventories.find(({ inventory_id }) => inventory_id === inventory)?.outlet_fk;

  const draftOf = (order: ProposedOrder): WantedDraft & { readonly key: string } => {
    const isForeign = order.currency_fk !== me.system_currency.currency_id;
    const body = {
      outlet_fk: outlet,
      inventory_fk: inventory,
      supplier_fk: order.supplier_fk ?? supplier,
      date: localToday(),
      currency_fk: order.currency_fk,
      lines: orderLines(order, changes),
      ...(isForeign ? { rate_fk: lastRate()?.rate_id ?? null } : {}),
    };
    return { resource: 'purchase_orders', key: order.key, label: order.supplier_name, body };
  };
  const makeOrders = () =>
    run(async () => {
      const done = await make(ready.map(draftOf));
      setOrdered(new Set([...ordered, ...done.map(({ key }) => key)]));
      if (done.length > 0) notifySuccess(t('proposal:made', { number: String(done.length) }));
    });
  const makeTransfers = () =>
    run(async () => {
      const to = { date: localToday(), to: inventory, places: me.inventories };
      const done = await make(transferDrafts(groups, moves, to));
      setMoved(new Set([...moved, ...done.map(({ from }) => from)]));
      if (done.length > 0) notifySuccess(t('proposal:made_transfers', { number: String(done.length) }));
    });
  const Shown = useNarrow() ? ProposedCards : ProposedTable;
  return (
    <>
      <MadeDrafts made={made} />
      {groups.length > 0 && (
        <ProposedTransfers
          {...{ groups, moves, busy }}
          onChange={(key, change) => setMoves({ ...moves, [key]: change })}
          onSend={() => void makeTransfers()}
        />
      )}
      {orders.length === 0 ? (
        <EmptyState title={t('proposal:nothing')} />
      ) : (
        <>
          <Shown
            {...{ orders, changes, supplier }}
            onSupplier={setSupplier}
            onChange={(item, change) => setChanges({ ...changes, [item]: change })}
          />
          <PageFoot
            action={t('proposal:make', { count: ready.length })}
            busy={busy}
            ready={ready.length > 0 && !isWrong}
            onSend={() => void makeOrders()}
          />
        </>
      )}
    </>
  );
}
