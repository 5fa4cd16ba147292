/** How each kind of document whose lines are goods is entered, with two bottles of a batch and a piece. */
import { defined } from '../../../domain/values/defined.ts';
import { stockDeclaration } from '../../../web/ledger/moving-in/opening-stock.tsx';
import { purchaseDeclaration } from '../../../web/purchasing/purchase-editor.tsx';
import { purchaseReturnDeclaration } from '../../../web/purchasing/purchase-return-editor.tsx';
import { unlinkedReturnDeclaration as unlinkedPurchaseReturn } from '../../../web/purchasing/unlinked-return.ts';
import { orderDeclaration } from '../../../web/sales/orders/order-editor.tsx';
import { saleDeclaration } from '../../../web/sales/sale-editor.tsx';
import { saleReturnDeclaration } from '../../../web/sales/sale-return-editor.tsx';
import { transferReturnDeclaration, unlinkedDeclaration } from '../../../web/sales/sale-transfer-returns.tsx';
import { saleTransferDeclaration } from '../../../web/sales/sale-transfers.tsx';
import { salesmanSaleDeclaration } from '../../../web/sales/salesman-sales.tsx';
import { unlinkedReturnDeclaration as unlinkedSaleReturn } from '../../../web/sales/unlinked-return.ts';
import type { EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import { assetDisposalDeclaration } from '../../../web/stock/asset-disposals.tsx';
import { conversionDeclaration } from '../../../web/stock/conversions.tsx';
import { directAdjustmentDeclaration } from '../../../web/stock/direct-adjustments.tsx';
import { inventoryAdjustmentDeclaration } from '../../../web/stock/inventory-adjustments.tsx';
import { productionDeclaration } from '../../../web/stock/productions.tsx';
import { stockTransferDeclaration } from '../../../web/stock/stock-transfers.tsx';
import { receiptDeclaration } from '../../../web/till/office/pos-sales.tsx';
import { itemBody, purchaseBody } from '../../api/shop.ts';
import { openedTill, openTillShop, receiptOf, send, type TillShop } from '../../api/tilling.ts';
import { type Office, openOffice } from '../../read-api/office.ts';

let office: Office;
let shop: TillShop;
let airport: number;
let shelf: number;
let collection: number;
let syrup: number;
let phone: number;
let salesman: number;
export const BATCH = { batch_number: 'A1', expire_date: '2035-12-31' };
/** As it is read. */
export const NAME = 'A1 · 31/12/2035';
const DAY = '2026-03-11';
const RECEIVED = Array.from({ length: 40 }, (_, index) => `IMEI-${index + 10}`);

export interface Goods {
  readonly office: Office;
  readonly syrup: number;
  readonly phone: number;
}

/** A business with ninety bottles of a batch, and forty pieces. */
export async function openGoods(): Promise<Goods> {
  office = await openOffice();
  shop = await openTillShop(office);
  airport = await office.add('outlets', { outlet_name: 'Airport' });
  shelf = await office.add('inventories', { inventory_name: 'Airport shelf', outlet_fk: airport });
  syrup = await office.add('items', itemBody(shop.unit, 'Syrup', { has_expire: true, has_batch_number: true }));
  phone = await office.add('items', itemBody(shop.unit, 'Phone', { serial_numbers: 'at_receipt' }));
  salesman = await office.add('salesmen', { sale_man_name: 'Dilan' });
  const box = await office.add('items', itemBody(shop.unit, 'Gift box', { item_type: 'goods' }));
  const parts = [goods(syrup, '2'), goods(phone, '1')];
  collection = await office.add('collections', { ...of(box), collection_name: 'Gift box', lines: parts });
  await office.send('PATCH', 'system_settings/1', { counter_may_approve: true });
  const pieces = RECEIVED.map((batch_number) => ({ batch_number, expire_date: null, quantity: '1' }));
  const lines = [{ ...goods(syrup, '90'), price: '600', ...BATCH }];
  const phones = [{ ...goods(phone, '40'), price: '600', batches: pieces }];
  await office.add('purchases', purchaseBody(shop, '1', { lines: [...lines, ...phones] }));
  return { office, syrup, phone };
}

let nth = 0;
/** Of a piece that is there, or that nobody knows. */
export const nextPiece = (isNew = false): string => {
  nth += 1;
  return isNew ? `NEW-${nth}` : defined(RECEIVED[nth]);
};

const of = (item_fk: number) => ({ item_fk, unit_fk: shop.unit });
const goods = (item_fk: number, quantity: string) => ({ ...of(item_fk), quantity });
const two = () => [{ ...BATCH, quantity: '2' }];
const one = (batch_number: string) => [{ batch_number, expire_date: null, quantity: '1' }];
/** Two bottles of a batch, and a piece. */
const named = (piece: string, more: object = {}) => [
  { ...goods(syrup, '2'), ...more, batches: two() },
  { ...goods(phone, '1'), ...more, batches: one(piece) },
];
const back = (field: string, piece: string) => [
  { [field]: 1, quantity: '2', batches: two() },
  { [field]: 2, quantity: '1', batches: one(piece) },
];
const place = () => ({ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: DAY });
const to = () => ({ to_outlet_fk: airport, to_inventory_fk: shelf });
const owed = () => ({ currency_fk: 1, payment_type: 'on_account', customer_fk: shop.customer });
const owing = () => ({ currency_fk: 1, payment_type: 'on_account', supplier_fk: shop.supplier });
const priced = { price: '1000' };

interface Door {
  readonly editor: EditorDeclaration;
  /** Enters a document about a piece: a draft, unless the kind has none. */
  readonly enter: (piece: string) => Promise<number>;
  /** What moves its goods. Left out: it has moved them when it was entered. */
  readonly moves?: readonly (readonly [step: string, body?: object])[];
  /** Its goods come in, with numbers that nobody knew. */
  readonly isNew?: true;
}

const entered =
  (resource: string, body: (piece: string) => object) =>
  (piece: string): Promise<number> =>
    office.add(resource, body(piece));
const sold = (piece: string) =>
  office.add('sales', { ...place(), ...owed(), lines: named(piece, priced), status: 'complete' });

export const DOORS: Readonly<Record<string, Door>> = {
  sale: {
    editor: saleDeclaration,
    enter: entered('sales', (piece) => ({ ...place(), ...owed(), lines: named(piece, priced) })),
    moves: [['complete']],
  },
  'sale of a salesman': {
    editor: salesmanSaleDeclaration,
    enter: entered('salesman_sales', (piece) => ({
      ...{ ...place(), ...owed(), salesman_fk: salesman, lines: named(piece, priced) },
    })),
    moves: [['complete']],
  },
  'sale return': {
    editor: saleReturnDeclaration,
    enter: async (piece) => {
      const origin = { ...place(), ...owed(), sale_fk: await sold(piece) };
      return office.add('sale_returns', { ...origin, lines: back('sale_line_id', piece) });
    },
    moves: [['complete']],
  },
  'sale return without its sale': {
    editor: unlinkedSaleReturn,
    enter: entered('sale_returns', (piece) => ({ ...place(), ...owed(), lines: named(piece, priced) })),
    moves: [['complete']],
    isNew: true,
  },
  'online order': {
    editor: orderDeclaration,
    enter: entered('online_orders', (piece) => ({ ...place(), ...owed(), lines: named(piece, priced) })),
    moves: [['confirm', { accepted_minutes: 30 }], ['deliver']],
  },
  'receipt of a till': {
    editor: receiptDeclaration,
    enter: async (piece) => {
      const till = await openedTill(shop, `Till ${piece}`);
      const { drawer, account, device } = till;
      await send(office, device, [till.opened]);
      const printed = { discount_amount: '0', tax_amount: '0' };
      const lines = named(piece).map((line, index) => ({
        ...{ ...line, ...printed, ...priced, line_id: index + 1, total_amount: index === 0 ? '2000' : '1000' },
      }));
      const receipt = receiptOf(shop, { drawer, account, number: device.chain.number }, 3, { lines });
      const [stored] = await send(office, device, [await device.chain.next(receipt, { cashier: shop.cashier })]);
      return Number(stored?.id);
    },
  },
  'sale transfer': {
    editor: saleTransferDeclaration,
    enter: entered('sale_transfers', (piece) => ({
      ...{ ...place(), ...to(), currency_fk: 1, lines: named(piece, priced) },
    })),
    moves: [['send'], ['receive', { date: DAY }]],
  },
  'sale transfer return': {
    editor: transferReturnDeclaration,
    enter: async (piece) => {
      const body = { ...place(), ...to(), currency_fk: 1, lines: named(piece, priced), status: 'sent' };
      const origin = await office.add('sale_transfers', body);
      await office.send('POST', `sale_transfers/${origin}/receive`, { date: DAY });
      return office.add('sale_transfer_returns', {
        ...{
          outlet_fk: airport,
          inventory_fk: shelf,
          to_outlet_fk: shop.outlet,
          to_inventory_fk: shop.inventory,
          date: DAY,
        },
        ...{ sale_transfer_fk: origin, lines: back('sale_transfer_line_id', piece) },
      });
    },
    moves: [['send'], ['receive', { date: DAY }]],
  },
  'sale transfer return without its transfer': {
    editor: unlinkedDeclaration,
    enter: entered('sale_transfer_returns', (piece) => ({
      ...{ ...place(), ...to(), currency_fk: 1, lines: named(piece, priced) },
    })),
    moves: [['send'], ['receive', { date: DAY }]],
  },
  purchase: {
    editor: purchaseDeclaration,
    enter: entered('purchases', (piece) => {
      const [, second] = named(piece, priced);
      return { ...place(), ...owing(), lines: [{ ...goods(syrup, '2'), ...priced, ...BATCH }, second] };
    }),
    moves: [['complete']],
    isNew: true,
  },
  'purchase of several batches': {
    editor: purchaseDeclaration,
    enter: entered('purchases', (piece) => ({ ...place(), ...owing(), lines: named(piece, priced) })),
    moves: [['complete']],
    isNew: true,
  },
  'purchase whose goods come later': {
    editor: purchaseDeclaration,
    enter: async (piece) => {
      const lines = [
        { ...goods(syrup, '2'), ...priced },
        { ...goods(phone, '1'), ...priced },
      ];
      const bought = { ...place(), ...owing(), lines, receive: false, status: 'complete' };
      const id = await office.add('purchases', bought);
      const came = named(piece).map(({ quantity, batches }, index) => ({ line_id: index + 1, quantity, batches }));
      await office.send('POST', `purchases/${id}/receive`, { date: DAY, lines: came });
      return id;
    },
    isNew: true,
  },
  'purchase return': {
    editor: purchaseReturnDeclaration,
    enter: async (piece) => {
      const body = { ...place(), ...owing(), lines: named(piece, priced), status: 'complete' };
      const origin = { ...place(), ...owing(), purchase_fk: await office.add('purchases', body) };
      return office.add('purchase_returns', { ...origin, lines: back('purchase_line_id', piece) });
    },
    moves: [['complete']],
    isNew: true,
  },
  'purchase return without its purchase': {
    editor: unlinkedPurchaseReturn,
    enter: entered('purchase_returns', (piece) => ({ ...place(), ...owing(), lines: named(piece, priced) })),
    moves: [['complete']],
  },
  'stock transfer': {
    editor: stockTransferDeclaration,
    enter: entered('stock_transfers', (piece) => ({ ...place(), ...to(), lines: named(piece) })),
    moves: [['send'], ['receive', { date: DAY }]],
  },
  'direct adjustment': {
    editor: directAdjustmentDeclaration,
    enter: entered('inventory_direct_adjustments', (piece) => ({
      ...{ ...place(), reason: 'lost' },
      lines: named(piece).map((line) => ({ ...line, quantity: `-${line.quantity}` })),
    })),
  },
  'asset disposal': {
    editor: assetDisposalDeclaration,
    enter: entered('asset_disposals', (piece) => ({ ...place(), disposal_type: 'damaged', lines: named(piece) })),
    moves: [['done'], ['approve']],
  },
  conversion: {
    editor: conversionDeclaration,
    enter: entered('conversions', (piece) => ({
      ...{ ...place(), conversion_type: 'item_to_collection', collection_fk: collection, quantity: '1', costs: [] },
      parts: [
        { item_fk: syrup, batches: two() },
        { item_fk: phone, batches: one(piece) },
      ],
    })),
    moves: [['complete']],
  },
  production: {
    editor: productionDeclaration,
    enter: entered('productions', (piece) => ({
      ...{ ...place(), costs: [] },
      lines: [...named(piece, { role: 'input' }), { ...goods(shop.item, '1'), role: 'output' }],
    })),
    moves: [['complete']],
  },
  'opening balance': {
    editor: stockDeclaration,
    enter: entered('opening_balances', (piece) => {
      const at = { inventory_fk: shop.inventory, value: '500' };
      const stock = [
        { ...goods(syrup, '2'), ...at, ...BATCH },
        { ...goods(phone, '1'), ...at, batches: one(piece) },
      ];
      return { outlet_fk: shop.outlet, financial_year_fk: 1, stock };
    }),
    moves: [['finish', { difference_to: 'capital' }]],
    isNew: true,
  },
  // The last one: it leaves nothing else in the inventory.
  count: {
    editor: inventoryAdjustmentDeclaration,
    enter: entered('inventory_adjustments', (piece) => ({
      ...place(),
      lines: [
        { ...of(syrup), real_quantity: '2', unit_cost: null, batches: two() },
        { ...of(phone), real_quantity: '1', unit_cost: null, batches: one(piece) },
      ],
    })),
    moves: [['approve']],
  },
};
