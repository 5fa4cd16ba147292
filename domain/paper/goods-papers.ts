/** The papers of goods documents; a declaration names its own (`papers`), the default one first. */
import {
  amounts,
  BATCHES,
  CARRIED,
  days,
  goods,
  options,
  type Paper,
  type PaperColumn,
  pricedGoods,
  pricedReceipt,
  quantities,
  texts,
} from './paper.ts';
import { AT_RATE, DUE, MONEY_GIVEN, PAID, REFERENCED } from './usual-facts.ts';

const BETWEEN = texts('inventory_fk', 'to_outlet_fk', 'to_inventory_fk');
/** An empty column, which the person fills in by hand while counting. */
const BLANK = texts('counted');

const DELIVERY_NOTE: Paper = {
  name: 'delivery_note',
  party: 'customer_fk',
  facts: [...texts('inventory_fk'), ...REFERENCED],
  table: goods(...quantities('bonus_quantity')),
  signatures: ['delivered_by', 'received_by'],
};

export const SALE_PAPERS: readonly Paper[] = [
  {
    name: 'sale',
    party: 'customer_fk',
    facts: [...PAID, ...DUE, ...AT_RATE, ...texts('salesman_fk'), ...REFERENCED],
    table: pricedGoods(),
    totals: 'priced',
    signatures: ['issued_by', 'received_by'],
  },
  {
    ...DELIVERY_NOTE,
    facts: [...texts('customer_mobile', 'customer_address'), ...DELIVERY_NOTE.facts],
    // Filled while goods of the sale are delivered in parts.
    table: goods(...quantities('bonus_quantity', 'delivered_quantity', 'left_quantity')),
  },
];

export const SALE_RETURN_PAPERS: readonly Paper[] = [
  {
    name: 'sale_return',
    party: 'customer_fk',
    facts: [...texts('sale_fk'), ...PAID, ...AT_RATE, ...REFERENCED],
    table: pricedGoods(),
    totals: 'priced',
    signatures: ['issued_by', 'received_by'],
  },
];

export const QUOTATION_PAPERS: readonly Paper[] = [
  {
    name: 'quotation',
    party: 'customer_fk',
    facts: [...days('expire_date'), ...AT_RATE, ...REFERENCED],
    table: pricedGoods(),
    totals: 'priced',
    signatures: ['issued_by'],
  },
];

/** Customer and address of the delivery. */
const BROUGHT_TO = ['online_customer_fk', 'customer_mobile', 'customer_address', 'delivery_zone_fk', 'driver_fk'];

export const ONLINE_ORDER_PAPERS: readonly Paper[] = [
  {
    name: 'online_order',
    party: 'customer_fk',
    facts: [...texts(...BROUGHT_TO), ...options('payment_type'), MONEY_GIVEN, ...AT_RATE, ...REFERENCED],
    table: pricedGoods(),
    totals: 'priced',
    signatures: ['delivered_by', 'received_by'],
  },
  { ...DELIVERY_NOTE, facts: [...texts(...BROUGHT_TO), ...DELIVERY_NOTE.facts] },
];

/**
 * The route sheet of a driver: the stops in order, each with its goods, and all goods at the end; and the list to load
 * by, for the person at the shelves.
 */
export const ROUTE_PAPERS: readonly [Paper, ...Paper[]] = [
  {
    name: 'route_sheet',
    facts: [],
    table: {
      of: 'lines',
      columns: [
        ...texts('number', 'online_customer_fk', 'customer_mobile', 'customer_address', 'delivery_zone_fk'),
        // Only filled where they are needed: what the customer wrote, and the currency if there are several.
        ...texts('note', 'currency_fk'),
        ...amounts('to_collect'),
      ],
    },
    goods: CARRIED,
    totals: 'amount',
    signatures: ['issued_by', 'delivered_by'],
  },
  {
    name: 'loading_list',
    facts: [],
    table: { of: 'lines', columns: CARRIED },
    signatures: ['issued_by', 'delivered_by'],
  },
];

export const POS_SALE_PAPERS: readonly Paper[] = [
  {
    name: 'pos_sale',
    party: 'customer_fk',
    facts: texts('drawer_fk', 'created_by_fk'),
    table: pricedReceipt(),
    totals: 'priced',
    signatures: [],
    isReceipt: true,
  },
];

export const PURCHASE_PAPERS: readonly Paper[] = [
  {
    name: 'purchase',
    party: 'supplier_fk',
    facts: [...texts('inventory_fk'), ...PAID, ...DUE, ...AT_RATE, ...REFERENCED],
    table: pricedGoods(...days('expire_date')),
    totals: 'priced',
    signatures: ['issued_by', 'approved_by'],
  },
];

export const PURCHASE_RETURN_PAPERS: readonly Paper[] = [
  {
    name: 'purchase_return',
    party: 'supplier_fk',
    facts: [...texts('purchase_fk'), ...PAID, ...AT_RATE, ...REFERENCED],
    table: pricedGoods(),
    totals: 'priced',
    signatures: ['issued_by', 'received_by'],
  },
];

export const PURCHASE_ORDER_PAPERS: readonly Paper[] = [
  {
    name: 'purchase_order',
    party: 'supplier_fk',
    facts: [...days('received_date'), ...texts('inventory_fk'), ...AT_RATE, ...REFERENCED],
    table: pricedGoods(),
    totals: 'priced',
    signatures: ['issued_by', 'approved_by'],
  },
];

export const STOCK_TRANSFER_PAPERS: readonly Paper[] = [
  {
    name: 'stock_transfer',
    facts: [...BETWEEN, ...REFERENCED],
    table: goods(),
    signatures: ['issued_by', 'delivered_by', 'received_by'],
  },
];

const saleTransfer = (name: string): readonly Paper[] => [
  {
    name,
    facts: [...BETWEEN, ...AT_RATE, ...REFERENCED],
    table: pricedGoods(),
    totals: 'priced',
    signatures: ['issued_by', 'received_by'],
  },
  {
    name: 'transfer_note',
    facts: [...BETWEEN, ...REFERENCED],
    table: goods(),
    signatures: ['delivered_by', 'received_by'],
  },
];
export const SALE_TRANSFER_PAPERS = saleTransfer('sale_transfer');
export const SALE_TRANSFER_RETURN_PAPERS = saleTransfer('sale_transfer_return');

/** What a customer gets who hands a piece in, and brings when it is fetched. */
export const WARRANTY_CLAIM_PAPERS: readonly Paper[] = [
  {
    name: 'warranty_claim',
    party: 'customer_fk',
    facts: [
      ...texts('brought_by', 'customer_mobile', 'item_fk', 'serial_number', 'fault', 'sold_number'),
      ...days('sold_date', 'warranty_until'),
      ...texts('given_number'),
      ...options('ended_as'),
      ...REFERENCED,
    ],
    signatures: ['delivered_by', 'received_by'],
  },
];

export const INVENTORY_ADJUSTMENT_PAPERS: readonly Paper[] = [
  {
    name: 'count_sheet',
    facts: [...texts('inventory_fk'), ...REFERENCED],
    table: {
      of: 'lines',
      columns: [...texts('item_code', 'barcode', 'item_fk'), ...BATCHES, ...texts('unit_fk'), ...BLANK],
    },
    signatures: ['counted_by', 'approved_by'],
  },
  {
    name: 'inventory_adjustment',
    facts: [...texts('inventory_fk'), ...REFERENCED],
    table: {
      of: 'lines',
      columns: [
        ...texts('item_code', 'item_fk'),
        ...BATCHES,
        ...texts('unit_fk'),
        ...quantities('real_quantity'),
        ...texts('note'),
      ],
    },
    signatures: ['counted_by', 'approved_by'],
  },
];

const ofGoods = (name: string, facts: readonly PaperColumn[]): readonly Paper[] => [
  {
    name,
    facts: [...texts('inventory_fk'), ...facts, ...REFERENCED],
    table: goods(),
    signatures: ['issued_by', 'approved_by'],
  },
];
export const DIRECT_ADJUSTMENT_PAPERS = ofGoods('direct_adjustment', texts('reason'));
export const ASSET_DISPOSAL_PAPERS = ofGoods('asset_disposal', options('disposal_type'));
export const CONVERSION_PAPERS = ofGoods('conversion', [
  ...options('conversion_type'),
  ...texts('collection_fk'),
  ...quantities('quantity'),
]);
export const PRODUCTION_PAPERS: readonly Paper[] = [
  {
    name: 'production',
    facts: [...texts('inventory_fk', 'mixture_fk'), ...REFERENCED],
    table: {
      of: 'lines',
      columns: [...options('role'), ...texts('item_fk'), ...BATCHES, ...quantities('quantity'), ...texts('unit_fk')],
    },
    signatures: ['issued_by', 'approved_by'],
  },
];

export const ITEM_PRICING_PAPERS: readonly Paper[] = [
  {
    name: 'item_pricing',
    facts: texts('pricing_profile_fk'),
    table: {
      of: 'lines',
      columns: [...texts('item_code', 'item_fk', 'unit_fk', 'price_currency_fk'), ...amounts('new_price')],
    },
    signatures: ['approved_by'],
  },
];
