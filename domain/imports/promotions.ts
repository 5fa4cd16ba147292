/** The import format of promotions: one row per promotion, with up to three goods of its condition and of its reward. */
import { columnOfField, fieldsOfCells } from './field-columns.ts';
import type { ImportColumn } from './import-format.ts';
import { groupedLists, type RowGroup } from './list-columns.ts';
import type { RecordFormat } from './record-format.ts';

/** Columns whose name differs from the name of their field. */
const FIELDS: Readonly<Record<string, string>> = {
  promotion_title: 'title',
  promotion_title_ar: 'title_ar',
  promotion_title_ckb: 'title_ckb',
  own_outlet: 'outlet_fk',
  promotion_status: 'status',
  currency: 'currency_fk',
};

/** The columns of goods: as many as a promotion usually has; further ones are added in its form. */
interface GoodsColumns {
  readonly item: string;
  readonly unit: string;
  readonly quantity: string;
}
const BOUGHT: readonly GoodsColumns[] = [
  { item: 'bought_item', unit: 'bought_unit', quantity: 'bought_quantity' },
  { item: 'bought_item_2', unit: 'bought_unit_2', quantity: 'bought_quantity_2' },
  { item: 'bought_item_3', unit: 'bought_unit_3', quantity: 'bought_quantity_3' },
];
const GIVEN: readonly GoodsColumns[] = [
  { item: 'given_item', unit: 'given_unit', quantity: 'given_quantity' },
  { item: 'given_item_2', unit: 'given_unit_2', quantity: 'given_quantity_2' },
  { item: 'given_item_3', unit: 'given_unit_3', quantity: 'given_quantity_3' },
];
const OF_GOODS = new Set(BOUGHT.concat(GIVEN).flatMap((columns) => Object.values(columns)));

const groupOf =
  (list: string) =>
  ({ item, unit, quantity }: GoodsColumns): RowGroup => ({
    list,
    key: item,
    columns: new Map([
      ['item_fk', item],
      ['unit_fk', unit],
      ['quantity', quantity],
    ]),
  });
const lists = groupedLists(BOUGHT.map(groupOf('items')).concat(GIVEN.map(groupOf('reward_items'))));

const goodsColumns = (goods: readonly GoodsColumns[], amount: string): ImportColumn[] =>
  goods.flatMap(({ item, unit, quantity }, index): ImportColumn[] => {
    const example = (text: string) => (index === 0 ? text : '');
    return [
      { name: item, kind: 'reference', resource: 'items', example: example('Basmati rice') },
      { name: unit, kind: 'reference', resource: 'units', example: example('Kilogram') },
      { name: quantity, kind: 'quantity', example: example(amount) },
    ];
  });

export const promotionImport: RecordFormat = {
  name: 'promotions',
  resource: 'promotions',
  kind: 'promotion',
  parameters: [],
  columns: [
    { name: 'promotion_title', kind: 'text', required: true, example: 'Rice week' },
    { name: 'promotion_title_ar', kind: 'text', example: '' },
    { name: 'promotion_title_ckb', kind: 'text', example: '' },
    { name: 'own_outlet', kind: 'reference', resource: 'outlets', example: '' },
    { name: 'start_date', kind: 'date', required: true, example: '2026-10-01' },
    { name: 'end_date', kind: 'date', required: true, example: '2026-10-07' },
    { name: 'promotion_status', kind: 'option', values: ['draft', 'active', 'inactive'], example: 'draft' },
    { name: 'minimum_amount', kind: 'amount', example: '' },
    { name: 'currency', kind: 'reference', resource: 'currencies', example: '' },
    { name: 'applies', kind: 'option', values: ['once', 'each_time'], example: 'each_time' },
    {
      name: 'reward_type',
      kind: 'option',
      values: ['get_free', 'get_discount', 'get_amount'],
      required: true,
      example: 'get_free',
    },
    { name: 'reward_percentage', kind: 'percent', example: '' },
    { name: 'reward_amount', kind: 'amount', example: '' },
    ...goodsColumns(BOUGHT, '10'),
    ...goodsColumns(GIVEN, '1'),
  ],
  unique: [{ field: 'title', columns: ['promotion_title'] }],
  lists,
  checkRow: lists.checkRow,
  isWhole: lists.isWhole,
  bodyOf(cells, of) {
    const { promotion_status: status, ...others } = cells;
    const own = Object.fromEntries(Object.entries(others).filter(([column]) => !OF_GOODS.has(column)));
    // A new promotion that is not in force is a draft. Without `of` it is one that is there.
    const inForce = of && status === 'inactive' ? 'draft' : status;
    return {
      ...fieldsOfCells(FIELDS, own),
      ...(inForce === undefined ? {} : { status: inForce }),
      ...lists.ofCells(cells),
    };
  },
  columnOf: (field) => lists.columnOfRow(field) ?? columnOfField(FIELDS, promotionImport.columns, field),
};
