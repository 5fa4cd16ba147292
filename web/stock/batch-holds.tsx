/**
 * Held batches: what no document takes but a disposal and a return to the supplier, until the hold is reversed. A new one may
 * start from a batch (`new?item_fk=5&batch_number=B12&expire_date=2027-02-15`). Complete on entry; then its page says what is on
 * hand of the held goods, by inventory, in the units of the item.
 */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { HOLD_TYPES } from '../../domain/stock/batch-hold.schema.ts';
import { read } from '../shared/api/read.ts';
import { InUnits } from '../shared/controls/in-units.tsx';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { listOf } from '../shared/document/document-names.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { AT_ONCE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { editorOfBatch } from './editor-of-batch.tsx';

const BLANK = { item_fk: null, batch_number: null, expire_date: null, hold_type: HOLD_TYPES[0], reason: null };

export const declaration = declareEditor('batch_holds', {
  header: [
    { field: 'item_fk', kind: 'lookup', resource: 'items', required: true },
    { field: 'batch_number', kind: 'text' },
    { field: 'expire_date', kind: 'date' },
    { field: 'hold_type', kind: 'choice', options: HOLD_TYPES, required: true },
    { field: 'reason', kind: 'text', required: true },
  ],
  noDraft: true,
  newHeader: () => BLANK,
  totals: () => ({ lines: new Map(), rows: [], total: '0', untotalled: true }),
  strip: HeldGoods,
  transitions: AT_ONCE_TRANSITIONS,
});

/** A batch that was corrected since is told by the name that it has now. */
function HeldGoods({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { server } = useSessionState(session);
  const id = server?.id;
  const { data: goods } = useQuery({
    enabled: id !== undefined,
    queryKey: ['batch_holds', 'on_hand', id],
    queryFn: () => read('batch_holds/:id/on_hand', { params: { id: Number(id) } }),
    staleTime: 0,
    meta: { quiet: true },
  });
  if (!goods) return null;
  const named = server?.data['batch_number'] ?? null;
  return (
    <section
      data-held-goods
      className="flex flex-wrap items-baseline gap-x-6 gap-y-1 rounded-lg border border-edge bg-surface-1 px-3 py-2 text-sm"
    >
      <span className="text-ink-muted">{t(goods.length > 0 ? 'stock:on_hand' : 'catalogue:batches.none')}</span>
      {goods.map(({ inventory_fk, inventory_name, batch_number, expire_date, in_units }) => (
        <span key={`${inventory_fk} ${batch_number} ${expire_date}`} className="flex flex-wrap items-baseline gap-x-2">
          <bdi>{inventory_name}</bdi>
          {batch_number !== named && <bdi className="numeric">{batch_number}</bdi>}
          <span className="font-medium">
            <InUnits parts={in_units} />
          </span>
        </span>
      ))}
    </section>
  );
}

export const Editor = editorOfBatch(declaration, (batch) => ({ ...BLANK, ...batch }));

export const Table = tableScreen({
  ...listOf('batch_holds'),
  columns: [
    { field: 'id', kind: 'number', main: true, label: 'documents:batch_hold.one' },
    ...usual('date', 'item_fk'),
    { field: 'batch_number', kind: 'text' },
    { field: 'expire_date', kind: 'date' },
    { field: 'hold_type', kind: 'option' },
    { field: 'reason', kind: 'text' },
    ...usual('status'),
    { field: 'created_by_fk', kind: 'reference', resource: 'users', label: 'catalogue:created_by', sortable: false },
  ],
  filters: [...by('date', 'item_fk'), oneOf('hold_type', HOLD_TYPES), oneOf('status', ['complete', 'reversed'])],
  inactive: { field: 'status', value: 'reversed' },
});
