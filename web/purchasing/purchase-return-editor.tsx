/** A purchase return: goods of one purchase that go back, at the price, discount and tax that they were bought for. */

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { printMoney, toMoney } from '../../domain/kernel/money.ts';
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
import { purchaseDeclaration } from './purchase-editor.tsx';
import { unlinkedReturnDeclaration } from './unlinked-return.ts';

const purchaseReturnDeclaration: EditorDeclaration = {
  ...editorOf('purchase_returns'),
  header: [
    // That of the purchase; a purchase in cash may name none, and then its credit needs one.
    {
      field: 'supplier_fk',
      kind: 'lookup',
      resource: 'suppliers',
      required: true,
      shown: (header) => header['payment_type'] === 'on_account',
    },
    dateField,
    paymentTypeField,
    accountField,
  ],
  details: [inventoryField, outletField, referenceField, noteField],
  columns: [
    { field: 'item_fk', kind: 'lookup', resource: 'items', fixed: true, width: 'minmax(200px, 1fr)' },
    { field: 'whole_quantity', kind: 'quantity', label: 'purchasing:bought', fixed: true, width: '100px' },
    { field: 'whole_bonus', kind: 'quantity', label: 'fields:bonus_quantity', fixed: true, width: '80px' },
    { field: 'price', kind: 'amount', fixed: true, width: '110px' },
    { field: 'quantity', kind: 'quantity', width: '110px', label: 'purchasing:goes_back' },
    { field: 'bonus_quantity', kind: 'quantity', width: '110px', label: 'purchasing:bonus_goes_back' },
    { field: 'line_total', kind: 'amount', computed: true, width: '120px' },
  ],
  origin: 'purchase_fk',
  carried: {
    header: [...CARRIED, 'purchase_fk', 'currency_fk', 'rate'],
    lines: ['purchase_line_id'],
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

/** A new return without its purchase asks for the purchase first. */
export function PurchaseReturnEditor() {
  const navigate = useNavigate();
  const purchase = useAddressNumber('purchase');
  const unlinked = useAddress()['unlinked'] === true;
  const id = usePathPart('id');
  const isUnlinked = useUnlinked({ resource: 'purchase_returns', field: 'purchase_fk', id, of: purchase, unlinked });
  const { data, error, refetch } = useQuery({
    queryKey: ['purchases', 'record', purchase],
    queryFn: async () => (await get<Readonly<Record<string, unknown>>>(`purchases/${purchase}`)).data,
    enabled: purchase !== undefined,
    meta: { quiet: true },
  });
  const start = useMemo(() => (data ? draftOfPurchase(data) : undefined), [data]);
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (isUnlinked === undefined) return <SkeletonLines lines={8} />;
  if (isUnlinked) return <DocumentPage key="unlinked" declaration={unlinkedReturnDeclaration} />;
  if (id === 'new' && purchase === undefined) {
    return (
      <DocumentPicker
        resource="purchases"
        party="supplier_name"
        title="documents:purchase_return.new"
        label="purchasing:choose_purchase"
        hint="purchasing:choose_purchase_hint"
        none="purchasing:no_such_purchase"
        onChoose={(chosen) => void navigate({ to: '.', search: { purchase: chosen } })}
        without={{
          label: 'purchasing:without_purchase',
          go: () => void navigate({ to: '.', search: { unlinked: true } }),
        }}
      />
    );
  }
  if (purchase !== undefined && !start) return <SkeletonLines lines={8} />;
  return <DocumentPage declaration={purchaseReturnDeclaration} {...(start ? { start } : {})} />;
}

const TAKEN = [
  'outlet_fk',
  'inventory_fk',
  'supplier_fk',
  'currency_fk',
  'system_currency_fk',
  'rate_fk',
  'rate',
  'payment_type',
  'account_fk',
] as const;

/** Every line of the purchase, with nothing of it returned yet. */
function draftOfPurchase(purchase: Readonly<Record<string, unknown>>): Draft {
  rememberNames(purchaseDeclaration, purchase);
  const lines = valuesOf(purchase['lines']);
  const discount = typeof purchase['discount'] === 'object' ? (purchase['discount'] as never) : null;
  const decimals = decimalsOf(purchase);
  const totals = documentTotals({
    lines: lines as never,
    discount,
    delivery_charge: null,
    rounding_step: null,
    ...decimals,
  });
  return {
    header: {
      ...Object.fromEntries(TAKEN.map((field) => [field, fieldValue(purchase[field])])),
      purchase_fk: Number(purchase['id']),
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
          purchase_line_id: line['line_id'] ?? null,
          item_fk: line['item_fk'] ?? null,
          whole_quantity: line['quantity'] ?? null,
          whole_bonus: line['bonus_quantity'] ?? null,
          whole_total: own ? printMoney(toMoney(own.net + own.tax)) : null,
          price: line['price'] ?? null,
          quantity: null,
          bonus_quantity: null,
        },
      };
    }),
    costs: [],
  };
}
