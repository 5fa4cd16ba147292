/** The lines of papers on a roll: every unit is there, and no figure stands without its sign or its name. */
import { describe, expect, it } from 'vitest';
import { layoutOf } from '../../domain/paper/layout.ts';
import type { PaperLine } from '../../domain/paper/paper.schema.ts';
import type { Paper } from '../../domain/paper/paper.ts';
import { usualTemplate } from '../../domain/paper/template.ts';
import { TILL_PAPERS } from '../../domain/paper/till-papers.ts';
import { documentResources } from '../../domain/registry/documents.ts';
import { printedForm } from '../../web/shared/paper/printed-form.ts';
import { words } from '../support/paper-words.ts';

const business = { shop_name: 'Bazaar', phones: [] };
const papers: readonly Paper[] = [...documentResources.flatMap(({ papers = [] }) => papers), ...TILL_PAPERS];
const paper = (name: string): Paper => {
  const found = papers.find((each) => each.name === name);
  if (!found) throw new TypeError(`no paper ${name}`);
  return found;
};

/** The table of the lines on 80 mm; `columns` are those of a template. */
function linesOf(of: Paper, lines: readonly PaperLine[], columns: readonly string[] = []): string {
  const document = {
    layout: layoutOf(of),
    ...{ number: 'X-000001', status: 'complete', date: null, facts: [], lines: [...lines], totals: [] },
  };
  const template = { ...usualTemplate(of), paper: '80mm' as const, columns };
  const { html } = printedForm(document, { business, template, words }, 'en');
  return /<table class="paper-roll-lines">[\s\S]*?<\/tbody><\/table>/.exec(html)?.[0] ?? '';
}

/** The text of each row, its cells separated by a bar. */
const rowsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    row
      .replace(/<\/td>\s*<td/g, '</td>|<td')
      .replace(/<[^>]+>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
const rowsOn = (name: string, line: PaperLine, columns?: readonly string[]) =>
  rowsOf(linesOf(paper(name), [line], columns));

const withUnit = papers.filter(({ table }) => table?.columns.some(({ field }) => field === 'unit_fk'));
const SAMPLE: Readonly<Record<string, string>> = { text: 'Rice', unit_fk: 'Carton', batches: '[]', date: '2026-01-31' };

describe('a line on a roll', () => {
  it.each(withUnit.map((of) => [of.name, of] as const))('has its unit on the paper %s', (_, of) => {
    const columns = of.table?.columns ?? [];
    const line = Object.fromEntries(
      columns.map(({ field, kind }) => [field, field === 'counted' ? null : (SAMPLE[field] ?? SAMPLE[kind] ?? '3')]),
    );
    expect(withUnit.length).toBeGreaterThan(20);
    expect(linesOf(of, [line])).toContain('Carton');
  });

  it('has the price, the discount and the amount of priced goods without names, and every other figure with its name', () => {
    const line = { item_fk: 'Rice', unit_fk: 'Bag', quantity: '10', price: '1000', line_total: '9500' };
    expect(rowsOn('sale', { ...line, discount: '5%', tax_percent: '5', bonus_quantity: '2' })).toEqual([
      'Rice',
      '10 Bag × 1,000 − 5%|9,500',
      'Free|2',
      'Tax %|5%',
    ]);
    expect(rowsOn('sale', line)).toEqual(['Rice', '10 Bag × 1,000|9,500']);
  });

  it('has the quantity with its unit below goods without prices, and the free quantity with its name', () => {
    const line = { item_code: '1001', item_fk: 'Rice', unit_fk: 'Bag', quantity: '10' };
    expect(rowsOn('delivery_note', { ...line, bonus_quantity: '2' })).toEqual(['1001 · Rice', '10 Bag|', 'Free|2']);
    expect(rowsOn('stock_transfer', line)).toEqual(['1001 · Rice', '10 Bag|']);
  });

  it('has the unit behind the item where nothing is counted', () => {
    const line = { item_fk: 'Rice', unit_fk: 'Bag' };
    expect(rowsOn('item_pricing', { ...line, new_price: '1250' })).toEqual(['Rice · Bag', 'New price|1,250']);
    expect(rowsOn('inventory_adjustment', { ...line, real_quantity: '7' })).toEqual(['Rice · Bag', 'Real quantity|7']);
    // A template without the quantity.
    const priced = { ...line, quantity: '10', price: '1000', line_total: '10000' };
    expect(rowsOn('sale', priced, ['item_fk', 'unit_fk', 'line_total'])).toEqual(['Rice · Bag', 'Total|10,000']);
  });

  it('names each figure of a person, an account and a journal', () => {
    const salary = { base_salary: '500000', addition: '50000', deduction: '20000', amount: '530000' };
    expect(rowsOn('payroll', { user_fk: 'Sara', ...salary })).toEqual([
      'Sara',
      'Base salary|500,000',
      'Addition|50,000',
      'Deduction|20,000',
      'Amount|530,000',
    ]);
    expect(rowsOn('general_journal', { account: '111 Safe', debit: null, credit: '300' })).toEqual([
      '111 Safe',
      'Credit|300',
    ]);
    const figures = paper('drawer').table?.columns.filter(({ kind }) => kind === 'amount') ?? [];
    const drawer = Object.fromEntries(figures.map(({ field }, index) => [field, String(index + 1)]));
    expect(rowsOn('drawer', { account_fk: 'Safe', ...drawer })).toEqual([
      'Safe',
      ...figures.map(({ field }, index) => `${words('en', `label:${field}`)}|${index + 1}`),
    ]);
  });

  it('of a count sheet has a place to write the quantity into', () => {
    const html = linesOf(paper('count_sheet'), [{ item_fk: 'Rice', unit_fk: 'Carton', counted: null }]);
    expect(html).toContain('<td class="paper-blank"></td>');
    expect(rowsOf(html)).toEqual(['Rice · Carton', 'Counted|']);
  });

  it('has the free quantity of goods given free where the column of free goods is left out', () => {
    const line = { item_fk: 'Rice', unit_fk: 'Bag', quantity: '0', bonus_quantity: '2', price: '0', line_total: '0' };
    expect(rowsOn('sale', line, ['item_fk', 'quantity', 'unit_fk'])).toEqual(['Rice', '2 Bag|']);
    expect(rowsOn('sale', { ...line, quantity: '5' }, ['item_fk', 'quantity', 'unit_fk'])).toEqual(['Rice', '5 Bag|']);
  });
});
