/** A sale return: goods of one sale that come back, at the price, discount and tax that they were sold for. */
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { divideRounded } from '../../domain/kernel/fixed-point.ts';
import { type Money, money, printMoney } from '../../domain/kernel/money.ts';
import { readQuantity } from '../../domain/kernel/quantity.ts';
import { documentTotals } from '../../domain/sales/totals.ts';
import { get } from '../shared/api/client.ts';
import { FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import type { DocumentDeclaration, ShownTotals } from '../shared/document/declaration.ts';
import { DocumentPage } from '../shared/document/document-screen.tsx';
import type { Draft, Fields, Value } from '../shared/document/draft.ts';
import { rememberNames } from '../shared/document/known-names.ts';
import {
  accountField,
  CARRIED,
  dateField,
  inventoryField,
  newHeader,
  noteField,
  outletField,
  paymentTypeField,
  referenceField,
} from '../shared/document/usual-fields.ts';
import { localToday } from '../shared/typing/date-words.ts';
import { saleDeclaration } from './sale-editor.tsx';
import { SalePicker } from './sale-picker.tsx';
import { unlinkedReturnDeclaration } from './unlinked-return.ts';

const saleReturnDeclaration: DocumentDeclaration = {
  resource: 'sale_returns',
  path: '/sales/sale-returns',
  title: 'sales:return_number',
  newTitle: 'sales:new_return',
  header: [dateField, paymentTypeField, accountField],
  details: [inventoryField, outletField, referenceField, noteField],
  columns: [
    { field: 'item_fk', kind: 'lookup', resource: 'items', fixed: true, width: 'minmax(220px, 1fr)' },
    { field: 'sold_quantity', kind: 'quantity', fixed: true, width: '110px' },
    { field: 'price', kind: 'amount', fixed: true, width: '120px' },
    { field: 'quantity', kind: 'quantity', width: '120px', label: 'sales:returned_quantity' },
    { field: 'line_total', kind: 'amount', computed: true, width: '130px' },
  ],
  carried: { header: [...CARRIED, 'sale_fk', 'customer_fk', 'currency_fk', 'rate'], lines: ['sale_line_id'] },
  identity: { lines: 'line_id' },
  isUsed: (line) => typeof line['quantity'] !== 'string' || (readQuantity(line['quantity']) ?? 0n) !== 0n,
  blankLine: {},
  newHeader,
  lineOf: () => ({}),
  totals: returnTotals,
  transitions: [
    { name: 'complete', permission: 'complete' },
    { name: 'return_to_draft', permission: 'return_to_draft', reasoned: true },
    { name: 'discard', permission: 'destroy', dangerous: true },
  ],
  fixedLines: true,
};

/**
 * What comes back is a share of what each line was sold for. The server takes shares of what had not come back
 * yet, so that the last return takes the rest exactly; of a draft this is a preview.
 */
function returnTotals({ lines }: Draft): ShownTotals {
  const amounts = lines.map(({ fields }) => share(fields));
  const total = amounts.reduce((sum, amount) => sum + amount, 0n) as Money;
  return {
    lines: new Map(lines.map((line, index) => [line.key, printMoney((amounts[index] ?? 0n) as Money)])),
    rows: [],
    total: printMoney(total),
  };
}

function share(fields: Fields): bigint {
  const back = typeof fields['quantity'] === 'string' ? (readQuantity(fields['quantity']) ?? 0n) : 0n;
  const sold = readQuantity(String(fields['sold_quantity'] ?? '')) ?? 0n;
  const text = fields['sold_total'];
  if (typeof text === 'string' && sold > 0n) return divideRounded(money(text) * back, sold);
  const own = ['gross_amount', 'tax_amount'].map((field) => amount(fields[field]));
  return own.reduce((sum, each) => sum + each, 0n) - amount(fields['discount_amount']);
}

const amount = (value: Value | undefined): bigint => (typeof value === 'string' ? money(value) : 0n);

/** A new return without its sale asks for the sale first. */
export function SaleReturnEditor() {
  const { sale, unlinked } = useSearch({ strict: false }) as { sale?: number; unlinked?: boolean };
  const { id } = useParams({ strict: false }) as { id?: string };
  const isUnlinked = useUnlinked(id, sale, unlinked);
  const { data, error, refetch } = useQuery({
    queryKey: ['sales', 'record', sale],
    queryFn: async () => (await get<Readonly<Record<string, unknown>>>(`sales/${sale}`)).data,
    enabled: sale !== undefined,
    meta: { quiet: true },
  });
  const start = useMemo(() => (data ? draftOfSale(data) : undefined), [data]);
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (isUnlinked === undefined) return <SkeletonLines lines={8} />;
  if (isUnlinked) return <DocumentPage key="unlinked" declaration={unlinkedReturnDeclaration} />;
  if (id === 'new' && sale === undefined) return <SalePicker />;
  if (sale !== undefined && !start) return <SkeletonLines lines={8} />;
  return <DocumentPage declaration={saleReturnDeclaration} {...(start ? { start } : {})} />;
}

/**
 * Whether it is a return without its sale: as the address says of a new one, and the document of one that is
 * there. A new one that was saved stays what it was; undefined while it is asked for.
 */
function useUnlinked(id: string | undefined, sale: number | undefined, unlinked: boolean | undefined) {
  const kept = useRef<{ id: string | undefined; is: boolean }>(undefined);
  if (id === 'new') kept.current = { id, is: sale === undefined && unlinked === true };
  else if (kept.current?.id === 'new') kept.current.id = id;
  else if (kept.current?.id !== id) kept.current = undefined;
  const asked = kept.current === undefined;
  const { data, error } = useQuery({
    queryKey: ['sale_returns', 'sale', id],
    queryFn: async () => (await get<Readonly<Record<string, unknown>>>(`sale_returns/${id}`)).data,
    enabled: asked,
    meta: { quiet: true },
  });
  // What cannot be read is told by the page itself.
  return asked ? (error ? false : data && data['sale_fk'] === null) : kept.current?.is;
}

/** Every line of the sale, with nothing of it returned yet. */
function draftOfSale(sale: Readonly<Record<string, unknown>>): Draft {
  rememberNames(saleDeclaration, sale);
  const lines = (sale['lines'] ?? []) as readonly Readonly<Record<string, Value>>[];
  const discount = typeof sale['discount'] === 'object' ? (sale['discount'] as never) : null;
  const totals = documentTotals({ lines: lines as never, discount, delivery_charge: null, rounding_step: null });
  const taken = [
    'outlet_fk',
    'inventory_fk',
    'customer_fk',
    'currency_fk',
    'system_currency_fk',
    'rate_fk',
    'rate',
    'payment_type',
    'account_fk',
  ];
  const header = Object.fromEntries(taken.map((field) => [field, (sale[field] ?? null) as Value]));
  return {
    header: {
      ...header,
      sale_fk: Number(sale['id']),
      date: localToday(),
      time: null,
      reference_number: null,
      note: null,
    },
    lines: lines.map((line, index) => {
      const own = totals.lines[index];
      return {
        key: index + 1,
        fields: {
          sale_line_id: line['line_id'] ?? null,
          item_fk: line['item_fk'] ?? null,
          sold_quantity: line['quantity'] ?? null,
          sold_total: own ? printMoney((own.net + own.tax) as Money) : null,
          price: line['price'] ?? null,
          quantity: null,
        },
      };
    }),
    costs: [],
  };
}
