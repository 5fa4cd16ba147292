/** Goods of a unit that is whole only are not counted in parts, in any document. */
import { describe, expect, it } from 'vitest';
import { documents } from '../../domain/registry/documents.ts';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import { saleReturnDocument } from '../../domain/sales/sale-return.document.ts';
import { propertiesOf } from '../../domain/schemas/schema-parts.ts';
import { membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { say } from '../../languages/say.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

/** Item 11 is counted in pieces, which are whole only, and sold in boxes of twelve; item 12 in boxes of seven. */
const records = {
  'unit-1': { unit_name: 'Piece', whole_only: true },
  'unit-2': { unit_name: 'Box' },
  'unit-3': { unit_name: 'Kilogram' },
  'item-12': itemOf([unitOf(1, '1'), unitOf(2, '7')]),
  'item-15': itemOf([unitOf(3, '1'), unitOf(1, '2.5')]),
};
function unitOf(unit_fk: number, base_unit_qty: string) {
  const isBase = base_unit_qty === '1';
  return { unit_fk, base_unit_qty, is_base: isBase, is_default: isBase, sale_price: '1000', barcodes: [] };
}
function itemOf(item_units: readonly object[]) {
  return { item_type: 'goods', item_units, sale_price_editable: true, minimum_price: null, weight: null };
}

const line = { item_fk: 11, unit_fk: 1, price: '10000', quantity: '1' };
const sale = (lines: readonly object[]) => ({
  ...{ outlet_fk: 1, inventory_fk: 1, date: '2026-03-10', payment_type: 'on_account', customer_fk: 7, currency_fk: 1 },
  lines,
});
const draft = (input: object) => ({ type: 'draft', input }) as never;
const entering = (input: object, facts = shop({ records })) =>
  given(saleDocument.decider as never).when(draft(input), facts);

describe('a unit that is whole only', () => {
  it.each([
    ['half a piece', { quantity: '0.5' }],
    ['two thousandths of a piece', { quantity: '0.002' }],
    ['a part of a piece for nothing', { bonus_quantity: '1.5' }],
    ['a box of seven of which a half is sold', { item_fk: 12, unit_fk: 2, quantity: '0.5' }],
    ['a twentieth of a box of twelve', { unit_fk: 2, quantity: '0.05' }],
    ['half a piece of what is kept by weight', { item_fk: 15, unit_fk: 1, quantity: '0.5' }],
  ])('refuses %s', (_, more) => {
    const field = 'bonus_quantity' in more ? 'bonus_quantity' : 'quantity';
    entering(sale([{ ...line, ...more }])).isRefused(`lines.0.${field}: whole_only`);
  });

  it.each([
    ['pieces', { quantity: '3' }],
    ['pieces with zeros behind', { quantity: '3.000' }],
    ['half a box of twelve', { unit_fk: 2, quantity: '0.5' }],
    ['a part of a kilogram', { item_fk: 15, unit_fk: 3, quantity: '0.385' }],
    ['a whole piece of what is kept by weight', { item_fk: 15, unit_fk: 1, quantity: '1' }],
  ])('takes %s', (_, more) => {
    entering(sale([{ ...line, ...more }])).gives('sale.drafted');
  });

  it('is said with the other issues of the document, in three languages', () => {
    const refusal = entering(
      sale([
        { ...line, quantity: '0.5' },
        { ...line, item_fk: 99 },
      ]),
    ).isRefused('lines.1.item_fk: unknown_record', 'lines.0.quantity: whole_only');
    const { message = '' } = refusal.issues.find(({ field }) => field === 'lines.0.quantity') ?? {};
    const said = (['en', 'ar', 'ckb'] as const).map((language) => say(language, message, {}, 'lines.0.quantity'));
    expect(said[0]).toContain('not divided');
    expect(new Set(said).size).toBe(3);
  });
});

describe('a part that was entered before the unit was whole only', () => {
  const before = shop();
  const sold = sale([{ ...line, quantity: '2.5' }]);

  it('stays in its document, and no other part comes there', () => {
    const stored = given(saleDocument.decider as never).after([draft(sold)], before);
    const changing = (quantity: string) =>
      stored.when(
        {
          type: 'change',
          input: sale([
            { ...line, line_id: 1, quantity: '2.5' },
            { ...line, quantity },
          ]),
        } as never,
        shop({ records }),
      );
    changing('2').gives('sale.draft_changed');
    changing('0.5').isRefused('lines.1.quantity: whole_only');
  });

  it('can come back, also in parts', () => {
    const state = given(saleDocument.decider as never)
      .after([draft(sold), { type: 'complete' } as never], before)
      .state();
    const facts = shop({ records, documents: { 'sale-5': state } });
    const returning = (quantity: string) =>
      given(saleReturnDocument.decider as never).when(
        draft({
          ...{ outlet_fk: 1, inventory_fk: 1, sale_fk: 5, date: '2026-03-11', payment_type: 'on_account' },
          lines: [{ sale_line_id: 1, quantity }],
        }),
        facts,
      );
    returning('2.5').gives('sale_return.drafted');
    returning('0.5').gives('sale_return.drafted');
  });
});

const QUANTITY_OF_LINE = /^(quantity|bonus_quantity|real_quantity|missing_quantity|counted)$/;

/** The names of the quantities of the lines of a document, of those whose lines choose an item and a unit. */
function quantitiesOf(body: unknown): readonly string[] {
  const lines = membersOf(membersOf(propertiesOf(body as never)['lines'])['items']);
  const fields = propertiesOf(lines as never);
  if (!('item_fk' in fields && 'unit_fk' in fields)) return [];
  return Object.keys(fields).filter((name) => 'x-quantity' in membersOf(fields[name]) && QUANTITY_OF_LINE.test(name));
}

const asked = documents.flatMap((declaration) =>
  quantitiesOf(declaration.body).map((name) => [declaration.kind, name, declaration] as const),
);

describe('every document whose lines choose goods', () => {
  it('is asked', () => {
    expect(asked.length).toBeGreaterThan(14);
  });

  it.each(asked)('%s refuses a part of a piece as %s', (_, name, { decider, create }) => {
    const issues = (quantity: string): readonly string[] => {
      const input = { ...sale([{ ...line, quantity: '1', [name]: quantity }]), status: 'complete', reason: 'Moved' };
      try {
        const [command] = create(input);
        decider.decide(command as never, decider.initial as never, shop({ records }));
      } catch (error) {
        if (error instanceof Refusal) return error.issues.map(({ field, message }) => `${field}: ${message}`);
        throw error;
      }
      return [];
    };
    expect(issues('0.5')).toContain(`lines.0.${name}: whole_only`);
    expect(issues('2')).not.toContain(`lines.0.${name}: whole_only`);
  });
});
