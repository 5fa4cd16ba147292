/** The sale editor: its layout, the fields that an item fills, and its totals. */

import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { documentTotals, type PricedDocument } from '../../domain/pricing/totals.ts';
import { RECEIVED_TYPES } from '../../domain/sales/received-type.ts';
import { printMoney } from '../../domain/values/money.ts';
import { type Column, declareEditor, type LineField } from '../shared/document/declare-editor.ts';
import { RoundTotal } from '../shared/document/dialogs/round-total.tsx';
import { documentScreen } from '../shared/document/document-screen.tsx';
import {
  blankPaidCost,
  CARRIED_COSTS,
  costCurrencyColumns,
  costPaymentColumns,
} from '../shared/document/fields/cost-columns.ts';
import { dueField } from '../shared/document/fields/due-day.ts';
import { moneyAccount, paidNowFields } from '../shared/document/fields/money-fields.ts';
import {
  amountOf,
  BLANK_PRICED_LINE,
  CARRIED,
  currencyFields,
  discountOf,
  isCash,
  newHeader,
  noteColumn,
  taxOfItem,
  unitOfItem,
} from '../shared/document/fields/usual-fields.ts';
import { GoTo } from '../shared/document/go-to.tsx';
import type { HeaderFacts, ItemRow, NewContext, ShownTotals } from '../shared/document/model/declaration.ts';
import { type Draft, type Fields, isEmpty } from '../shared/document/model/draft.ts';
import { batchesColumn } from '../shared/document/model/goods/batches.ts';
import { SEES_COST } from '../shared/document/model/goods/booked-costs.ts';
import { knownItemOn, unitsOf } from '../shared/document/model/goods/items.ts';
import { pricedTotals } from '../shared/document/model/goods/priced-totals.ts';
import { cashStep } from '../shared/document/model/goods/rounding-step.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { CLOSABLE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { OWED_BY_CUSTOMER } from '../shared/party/owed.ts';
import { OwedFigures, PayDocument } from '../shared/party/owed-figures.tsx';
import { LINK } from '../shared/report/report-links.tsx';
import { useCan } from '../shared/session/session.ts';
import { customerField } from './customer-field.ts';
import { customerPrice, readPricingList, useCustomerPrices } from './customer-prices.ts';
import { CustomerTerms } from './customer-terms.tsx';
import { DeliverDialog, SaleTab } from './deliveries.tsx';
import { marginsOf } from './margins.ts';
import { PROMOTIONS, promotionsWire } from './promotion-draft.ts';
import { SalePromotions } from './sale-promotions.tsx';
import { saleLimits } from './shown-limits.ts';

const OF_COST = { computed: true, optional: true, permission: SEES_COST, width: '100px' } as const;

/** Of every priced document for customers. */
export const saleColumns: readonly Column<LineField<'quotations'>>[] = [
  { field: 'item_fk', kind: 'lookup', resource: 'items', required: true, width: 'minmax(190px, 1fr)' },
  noteColumn,
  {
    field: 'stock_quantity',
    kind: 'quantity',
    label: 'document:hint.available',
    computed: true,
    isInBase: true,
    optional: true,
    width: '140px',
  },
  { field: 'quantity', kind: 'quantity', required: true, width: '84px' },
  { field: 'unit_fk', kind: 'unit', required: true, width: '92px', fills: unitPrice },
  { field: 'price', kind: 'amount', required: true, width: '108px', hinted: true },
  { field: 'discount', kind: 'discount', width: '88px' },
  { field: 'tax_percent', kind: 'percent', width: '72px' },
  { field: 'bonus_quantity', kind: 'quantity', width: '76px' },
  { field: 'unit_cost', kind: 'amount', ...OF_COST },
  { field: 'margin', kind: 'percent', label: 'document:hint.margin', ...OF_COST },
  { field: 'line_total', kind: 'amount', computed: true, width: '120px' },
];

/** Another unit has its own price. */
function unitPrice(chosen: unknown, header: Fields, line: Fields): Fields {
  const item = typeof line['item_fk'] === 'number' ? knownItemOn(line['item_fk'], header['date']) : undefined;
  const unit = unitsOf(item).find((unit) => unit.unit_fk === chosen);
  return item && unit ? { price: customerPrice(item, unit.unit_fk, header) } : {};
}

export function saleLine(item: ItemRow, header: Fields, scanned?: number): Fields {
  const unit = unitOfItem(item, scanned);
  return {
    unit_fk: unit?.unit_fk ?? null,
    price: customerPrice(item, unit?.unit_fk, header),
    tax_percent: taxOfItem(item, header),
    // A new item has no promotion.
    promotion_fk: null,
    batches: null,
  };
}

/** The input of the totals; empty fields count as zero. */
export function pricedSale({ header, lines }: Draft, { roundingStep, decimals }: HeaderFacts): PricedDocument {
  return {
    lines: lines.map(({ fields }) => ({
      quantity: amountOf(fields['quantity']),
      price: amountOf(fields['price']),
      discount: discountOf(fields['discount']),
      tax_percent: typeof fields['tax_percent'] === 'string' ? fields['tax_percent'] : null,
    })),
    discount: discountOf(header['discount']),
    rounded_discount: amountOf(header['rounded_discount']),
    delivery_charge: amountOf(header['delivery_charge']),
    rounding_step: cashStep(header, roundingStep),
    decimals,
  };
}

/** Uses the server's function. */
export function saleTotals(draft: Draft, facts: HeaderFacts): ShownTotals {
  const totals = documentTotals(pricedSale(draft, facts));
  const margins = marginsOf(draft, totals, facts);
  const { rows, ...shown } = pricedTotals(draft, totals);
  return {
    ...margins,
    ...shown,
    rows: [
      ...rows,
      { label: 'document:totals.delivery', value: printMoney(totals.delivery) },
      { label: 'document:totals.rounding', value: printMoney(totals.rounding) },
      ...margins.rows,
    ],
  };
}

const costs: readonly Column<LineField<'sales'>>[] = [
  { field: 'cost_type', kind: 'choice', options: ['transport', 'other'], required: true, width: '120px' },
  { field: 'amount', kind: 'amount', required: true, width: '110px' },
  ...costCurrencyColumns,
  ...costPaymentColumns,
];

export const SALE_LIMITS = { permission: 'sales/below_minimum_price', find: saleLimits };

export const saleDeclaration = declareEditor('sales', {
  header: [{ ...customerField, required: (header) => !isCash(header) }, 'date', 'payment_type', moneyAccount('in')],
  details: [
    dueField,
    ...paidNowFields('in'),
    'discount',
    'rounded_discount',
    { field: 'delivery_charge', kind: 'amount' },
    { field: 'received_type', kind: 'choice', options: RECEIVED_TYPES, none: 'sales:received_unsaid' },
    { field: 'customer_mobile', kind: 'text' },
    {
      field: 'customer_address',
      kind: 'text',
      required: (header) => header['received_type'] === 'brought',
    },
    'outlet_fk',
    'inventory_fk',
    ...currencyFields('in'),
    // For a salesman's sale; the salesman sales screen has its own field.
    { field: 'salesman_fk', kind: 'lookup', resource: 'salesmen', shown: (header) => !isEmpty(header['salesman_fk']) },
    'reference_number',
    'note',
  ],
  columns: saleColumns,
  batches: batchesColumn,
  costs,
  carried: { header: [...CARRIED, PROMOTIONS], lines: ['promotion_fk'], costs: CARRIED_COSTS },
  wire: promotionsWire,
  blankLine: { ...BLANK_PRICED_LINE, tax_percent: null, bonus_quantity: null },
  blankCost: (header) => ({ cost_type: 'transport', ...blankPaidCost(header) }),
  newHeader: newSaleHeader,
  lineOf: saleLine,
  readsOfDay: readPricingList,
  trades: 'customer',
  offeredAt: (item, header) => saleLine(item, header)['price'] ?? null,
  hasBookedCosts: true,
  totals: saleTotals,
  strip: CustomerTerms,
  limits: SALE_LIMITS,
  transitions: [
    { name: 'complete', permission: 'complete' },
    { name: 'deliver', permission: 'deliver', dialog: DeliverDialog },
    ...CLOSABLE_TRANSITIONS,
  ],
  actions: SaleActions,
  tab: { name: 'payments', content: SaleTab },
  belowTotal: OwedFigures,
});

/** The default customer: the settings' cash customer, if any. */
function newSaleHeader(context: NewContext): Fields {
  const customer = context.me.system_settings?.['default_customer_fk'];
  return {
    ...newHeader(context),
    customer_fk: typeof customer === 'number' ? customer : null,
    received_type: null,
    customer_mobile: null,
    customer_address: null,
    rounded_discount: null,
    due_date: null,
  };
}

function SaleActions({ session }: { session: DocumentSession }) {
  useCustomerPrices(session);
  return (
    <>
      <RoundTotal session={session} priced={pricedSale} />
      <SalePromotions session={session} />
      <OpenQuotation session={session} />
      <PayDocument session={session} owed={OWED_BY_CUSTOMER} />
      <ReturnGoods session={session} />
    </>
  );
}

/** A link to the quotation of the sale, if any. */
function OpenQuotation({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const can = useCan();
  const quotation = useSessionState(session).server?.data['quotation_fk'];
  if (typeof quotation !== 'number' || !can('quotations/show##quotations/update')) return null;
  return (
    <Link to={`/sales/sale-quotations/${quotation}`} className={LINK}>
      {t('sales:its_quotation')}
    </Link>
  );
}

/** A posted sale can be returned, in part or as a whole. */
function ReturnGoods({ session }: { session: DocumentSession }) {
  const can = useCan();
  const { server } = useSessionState(session);
  if (!server || !['complete', 'closed'].includes(server.status) || !can('sale_returns/store')) return null;
  if (!can('sales/show##sales/update')) return null;
  return <GoTo icon={Undo2} label="sales:return_goods" to="/sales/sale-returns/new" search={{ sale: server.id }} />;
}

export const Editor = documentScreen(saleDeclaration);
