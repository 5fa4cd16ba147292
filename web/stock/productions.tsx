/** Productions: consumed and produced goods, from a mixture or typed. */

import { FlaskConical } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readQuantity } from '../../domain/values/quantity.ts';
import { Button } from '../shared/controls/button.tsx';
import { type Column, declareEditor, type LineField } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { lineWithUnit, newHeader } from '../shared/document/fields/usual-fields.ts';
import type { ShownTotals } from '../shared/document/model/declaration.ts';
import { idOf, textOf } from '../shared/document/model/draft.ts';
import { useEditing } from '../shared/document/model/editing-store.ts';
import { newBatchesColumn } from '../shared/document/model/goods/batches.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { MAKING_COSTS } from './making-costs.ts';
import { linesOfMixture } from './mixture-lines.ts';

const columns: readonly Column<LineField<'productions'>>[] = [
  { field: 'role', kind: 'choice', options: ['input', 'output'], required: true, width: '130px' },
  { field: 'item_fk', kind: 'lookup', resource: 'items', required: true, width: 'minmax(220px, 1fr)' },
  { field: 'quantity', kind: 'quantity', required: true, width: '120px' },
  { field: 'unit_fk', kind: 'unit', required: true, width: '120px' },
  { field: 'share', kind: 'amount', width: '120px', shown: (_header, line) => line['role'] === 'output' },
];

export const productionDeclaration = declareEditor('productions', {
  header: [
    { field: 'mixture_fk', kind: 'lookup', resource: 'mixtures' },
    { field: 'quantity', kind: 'quantity', label: 'stock:made_quantity' },
    'date',
  ],
  details: ['outlet_fk', 'inventory_fk', 'reference_number', 'note'],
  columns,
  batches: newBatchesColumn,
  ...MAKING_COSTS,
  blankLine: { role: 'input', item_fk: null, quantity: '1', unit_fk: null, share: null },
  newHeader: (context) => ({ ...newHeader(context), mixture_fk: null, quantity: null }),
  lineOf: lineWithUnit,
  totals: () => NOTHING,
  actions: AsMixtureSays,
});

/** Costing determines the value, which the effect tab shows. */
const NOTHING: ShownTotals = { lines: new Map(), rows: [], total: '0', untotalled: true };

/** Replaces the lines by those of the mixture; automatically while there are none. */
function AsMixtureSays({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { draft } = useEditing(session.store);
  const [busy, setBusy] = useState(false);
  const mixture = idOf(draft.header, 'mixture_fk');
  const count = textOf(draft.header, 'quantity');
  const isReady = mixture !== undefined && count !== undefined && (readQuantity(count) ?? 0n) > 0n;
  const fill = async () => {
    if (!isReady) return;
    setBusy(true);
    const lines = await linesOfMixture(mixture, count, draft.header['date']);
    setBusy(false);
    if (lines) session.store.edit({ do: 'replace', draft: { ...session.store.state.draft, lines } });
  };
  const fillWhenEmpty = useEffectEvent(() => {
    if (session.editable && draft.lines.every(({ fields }) => idOf(fields, 'item_fk') === undefined)) void fill();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mixture or another quantity.
  useEffect(() => fillWhenEmpty(), [mixture, count]);
  if (!session.editable) return null;
  return (
    <Button icon={FlaskConical} busy={busy} disabled={!isReady} onClick={() => void fill()}>
      {t('stock:as_mixture_says')}
    </Button>
  );
}

export const { Table, Editor } = documentScreens(productionDeclaration, {
  columns: [
    ...usual('number', 'date', 'mixture_fk'),
    { field: 'quantity', kind: 'number', label: 'stock:made_quantity' },
    ...usual('status', 'inventory_fk', 'reference_number', 'note'),
  ],
  filters: [...by('date', 'mixture_fk', 'item_fk'), oneOf('status', ['draft', 'complete'])],
  inactive: { field: 'status', value: 'discarded' },
});
