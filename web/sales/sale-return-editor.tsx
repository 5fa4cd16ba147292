/** A sale return: goods of one sale that come back, at the price, discount and tax that they were sold for. */

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { printMoney, toMoney } from '../../domain/kernel/money.ts';
import { creditedShares } from '../../domain/sales/promotion-result.ts';
import { documentTotals } from '../../domain/sales/totals.ts';
import { get } from '../shared/api/client.ts';
import { FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { DocumentPicker } from '../shared/document/dialogs/document-picker.tsx';
import { editorOf } from '../shared/document/document-names.ts';
import { DocumentPage } from '../shared/document/document-screen.tsx';
import { useUnlinked } from '../shared/document/fields/use-unlinked.ts';
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
} from '../shared/document/fields/usual-fields.ts';
import type { EditorDeclaration } from '../shared/document/model/declaration.ts';
import type { Draft } from '../shared/document/model/draft.ts';
import { rememberNames } from '../shared/document/model/known-names.ts';
import { comesBack, decimalsOf, RETURNED_AMOUNTS, returnTotals } from '../shared/document/model/return-shares.ts';
import { DRAFTED_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { fieldValue, valuesOf } from '../shared/document/value-of.ts';
import { useAddress, useAddressNumber, usePathPart } from '../shared/session/address-parts.ts';
import { localToday } from '../shared/typing/date-words.ts';
import { saleDeclaration } from './sale-editor.tsx';
import { unlinkedReturnDeclaration } from './unlinked-return.ts';

const saleReturnDeclaration: EditorDeclaration = {
  ...editorOf('sale_returns'),
  header: [dateField, paymentTypeField, accountField],
  details: [inventoryField, outletField, referenceField, noteField],
  columns: [
    { field: 'item_fk', kind: 'lookup', resource: 'items', fixed: true, width: 'minmax(220px, 1fr)' },
    { field: 'whole_quantity', kind: 'quantity', label: 'fields:sold_quantity', fixed: true, width: '110px' },
    { field: 'price', kind: 'amount', fixed: true, width: '120px' },
    { field: 'quantity', kind: 'quantity', width: '120px', label: 'sales:returned_quantity' },
    { field: 'line_total', kind: 'amount', computed: true, width: '130px' },
  ],
  origin: 'sale_fk',
  carried: {
    header: [...CARRIED, 'sale_fk', 'customer_fk', 'currency_fk', 'rate'],
    lines: ['sale_line_id'],
    given: RETURNED_AMOUNTS,
  },
  identity: { lines: 'line_id' },
  isUsed: comesBack,
  blankLine: {},
  newHeader,
  lineOf: () => ({}),
  totals: returnTotals,
  transitions: DRAFTED_TRANSITIONS,
  fixedLines: true,
};

/** A new return without its sale asks for the sale first. */
export function SaleReturnEditor() {
  const navigate = useNavigate();
  const sale = useAddressNumber('sale');
  const unlinked = useAddress()['unlinked'] === true;
  const id = usePathPart('id');
  const isUnlinked = useUnlinked({ resource: 'sale_returns', field: 'sale_fk', id, of: sale, unlinked });
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
  if (id === 'new' && sale === undefined) {
    return (
      <DocumentPicker
        resource="sales"
        party="customer_name"
        title="documents:sale_return.new"
        label="sales:choose_sale"
        hint="sales:choose_sale_hint"
        none="sales:no_such_sale"
        onChoose={(chosen) => void navigate({ to: '.', search: { sale: chosen } })}
        without={{
          label: 'sales:without_sale',
          go: () => void navigate({ to: '.', search: { unlinked: true } }),
        }}
      />
    );
  }
  if (sale !== undefined && !start) return <SkeletonLines lines={8} />;
  return <DocumentPage declaration={saleReturnDeclaration} {...(start ? { start } : {})} />;
}

/** Every line of the sale, with nothing of it returned yet. */
function draftOfSale(sale: Readonly<Record<string, unknown>>): Draft {
  rememberNames(saleDeclaration, sale);
  const lines = valuesOf(sale['lines']);
  const discount = typeof sale['discount'] === 'object' ? (sale['discount'] as never) : null;
  const decimals = decimalsOf(sale);
  const totals = documentTotals({
    lines: lines as never,
    discount,
    delivery_charge: null,
    rounding_step: null,
    ...decimals,
  });
  const credited = creditedShares(sale['promotions'] as never, totals.lines, decimals.decimals);
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
  const header = Object.fromEntries(taken.map((field) => [field, fieldValue(sale[field])]));
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
          whole_quantity: line['quantity'] ?? null,
          whole_total: own ? printMoney(toMoney(own.net + own.tax - (credited[index] ?? 0n))) : null,
          price: line['price'] ?? null,
          quantity: null,
        },
      };
    }),
    costs: [],
  };
}
