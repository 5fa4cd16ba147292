/** Counts: the counted and the theoretical quantities of items in an inventory. Another user approves. */

import { objectsOf } from '../../domain/values/members.ts';
import { inBaseUnits, printQuantity, readQuantity, toQuantity } from '../../domain/values/quantity.ts';
import { read } from '../shared/api/read.ts';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { PieceQuestion } from '../shared/document/dialogs/piece-question.tsx';
import { documentScreens } from '../shared/document/document-screens.ts';
import { unitOfItem } from '../shared/document/fields/usual-fields.ts';
import type { ShownTotals, Wire } from '../shared/document/model/declaration.ts';
import { type Draft, type Fields, idOf, textOf } from '../shared/document/model/draft.ts';
import { newBatchesColumn } from '../shared/document/model/goods/batches.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { APPROVED, foundAtColumn, goodsColumns } from './goods-lines.ts';
import { ImportCounts } from './import-counts.tsx';
import { unitOfLine, useTheoreticalQuantities } from './theoretical-quantities.ts';

type Line = Readonly<Record<string, unknown>>;
const linesOf = (body: Line): readonly Line[] => objectsOf(body['lines']);

/** The counted quantity is `quantity` here, so that a scan raises it; `real_quantity` in the API. */
const real: Wire = {
  send: (body) => ({
    ...body,
    lines: linesOf(body).map(({ quantity, ...line }) => ({ ...line, real_quantity: quantity })),
  }),
  // Without an entered time the server uses that of the last change, so it is not sent back during the count.
  read: (data) => ({
    ...data,
    time: data['status'] === 'draft' && data['is_timed'] !== true ? null : data['time'],
    lines: linesOf(data).map(({ real_quantity, ...line }) => ({ ...line, quantity: real_quantity })),
  }),
  place: (path) => path.replace(/real_quantity$/, 'quantity'),
};

const [item, quantity, unit] = goodsColumns;

/**
 * Real less theoretical quantity in base units, for lines with both; found and missing items must not cancel out, so there
 * is no total.
 */
function differences({ header, lines }: Draft): ShownTotals {
  const known = lines.flatMap(({ key, fields }): [number, bigint][] => {
    const [counted, held] = ['quantity', 'theoretical_quantity'].map((field) =>
      readQuantity(textOf(fields, field) ?? ''),
    );
    const size = unitOfLine(fields, header['date']);
    if (counted === undefined || held === undefined || size === undefined) return [];
    return [[key, inBaseUnits(counted, size) - held]];
  });
  return {
    lines: new Map(known.map(([key, difference]) => [key, printQuantity(toQuantity(difference))])),
    rows: [],
    total: String(known.filter(([, difference]) => difference !== 0n).length),
    totalLabel: 'stock:lines_that_differ',
  };
}

/** Where a piece with a serial number stands at the moment of the count, as a counting round asks it too. */
const piecesAt = (header: Fields, code: string) =>
  read('inventory_adjustments/piece', {
    query: {
      inventory_fk: idOf(header, 'inventory_fk'),
      code,
      date: textOf(header, 'date'),
      time: textOf(header, 'time'),
    },
  });

export const inventoryAdjustmentDeclaration = declareEditor<'inventory_adjustments', 'quantity'>(
  'inventory_adjustments',
  {
    header: ['inventory_fk', 'date', { field: 'time', kind: 'text' }],
    details: ['outlet_fk', 'reference_number', 'note'],
    columns: [
      ...(item ? [{ ...item, width: 'minmax(180px, 1fr)' }] : []),
      ...(unit ? [{ ...unit, width: '100px' }] : []),
      { field: 'theoretical_quantity', kind: 'quantity', fixed: true, isInBase: true, width: '220px' },
      // A part of it: it stands on the shelf, and is the customer's.
      { field: 'undelivered', kind: 'quantity', fixed: true, isInBase: true, optional: true, width: '140px' },
      ...(quantity ? [{ ...quantity, label: 'fields:real_quantity', width: '120px' }] : []),
      { field: 'difference', kind: 'quantity', computed: true, isInBase: true, width: '150px' },
      foundAtColumn,
    ],
    batches: { ...newBatchesColumn, piecesAt },
    carried: { lines: ['note', 'counted_at'] },
    wire: real,
    completion: { transition: 'approve' },
    // What nobody has counted is not one.
    blankLine: { item_fk: null, unit_fk: null, quantity: null, unit_cost: null, note: null },
    lineOf: (row, _header, scanned) => ({ unit_fk: unitOfItem(row, scanned)?.unit_fk ?? null }),
    totals: differences,
    tones: APPROVED,
    transitions: [
      { name: 'approve', permission: 'approve' },
      { name: 'return_to_draft', permission: 'return_to_draft', reasoned: true },
      { name: 'discard', permission: 'destroy', dangerous: true },
      { name: 'reverse', permission: 'destroy', reasoned: true },
    ],
    actions: Theoretical,
  },
);

/** Keeps theoretical quantities in the lines, fills lines from a file, and asks about pieces that the books have elsewhere. */
function Theoretical({ session }: { session: DocumentSession }) {
  useTheoreticalQuantities(session);
  return (
    <>
      <ImportCounts session={session} />
      <PieceQuestion />
    </>
  );
}

export const { Table, Editor } = documentScreens(inventoryAdjustmentDeclaration, {
  columns: [
    ...usual('number', 'date', 'time', 'inventory_fk'),
    { field: 'status', kind: 'status', tones: { ...STATUS_TONES, ...APPROVED } },
    ...usual('loss_amount', 'outlet_fk', 'note', 'reference_number'),
  ],
  filters: [...by('date', 'inventory_fk', 'item_fk'), oneOf('status', ['draft', 'approved'])],
  inactive: { field: 'status', value: 'discarded' },
});
