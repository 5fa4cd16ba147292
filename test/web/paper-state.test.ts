/** A document that is not in force says so on its paper and in its text, also when it keeps its number. */
import { describe, expect, it } from 'vitest';
import { layoutOf } from '../../domain/paper/layout.ts';
import { usualTemplate } from '../../domain/paper/template.ts';
import { withoutIsolates } from '../../languages/isolate.ts';
import { printedForm } from '../../web/shared/paper/printed-form.ts';
import { words } from '../support/paper-words.ts';

const of = (status: string, number: string | null, more: object = {}) =>
  printedForm(
    {
      layout: layoutOf({ name: 'sale', facts: [], signatures: [] }),
      ...{ number, status, date: '2026-03-02', facts: [], lines: [], totals: [], total: '1000', ...more },
    },
    { business: { shop_name: 'Bazaar', phones: [] }, template: usualTemplate({}), words },
    'en',
  );

/** The number of a pricing is null in every state, that of a document returned to draft in none. */
const NUMBERS = ['S-000001', null];

describe.each(NUMBERS)('a paper with the number %s', (number) => {
  it.each([
    ['draft', 'Draft'],
    ['hold', 'On hold'],
    ['pending', 'Pending'],
    ['scheduled', 'Scheduled'],
    ['inactive', 'Inactive'],
    ['discarded', 'Discarded'],
    ['reversed', 'Reversed'],
    ['cancelled', 'Cancelled'],
    ['disapproved', 'Not approved'],
    ['refunded', 'Refunded'],
  ])('of a document that is %s is marked', (status, word) => {
    const { html, text } = of(status, number);
    expect(html.match(/<p class="paper-state">[^<]*<\/p>/g)).toEqual([`<p class="paper-state">${word}</p>`]);
    expect(text[2]).toBe(word);
  });

  it.each(['complete', 'posted', 'approved', 'paid', 'closed', 'active', 'sent', 'bill', 'delivered', 'open'])(
    'of a document that is %s is not marked',
    (status) => {
      const { html, text } = of(status, number);
      expect(html).not.toContain('paper-state');
      expect(text[2]).toContain('02/03/2026');
    },
  );
});

describe('the text of a paper', () => {
  it('has the percentage of each tax, and the title of its variant', () => {
    const totals = [
      { name: 'tax', value: '50', percent: '5' },
      { name: 'tax', value: '100', percent: '10' },
    ];
    const layout = layoutOf({ name: 'asset_sale', title: 'disposed_asset', facts: [], signatures: [] });
    const text = of('complete', 'AS-000001', { totals, layout }).text.map(withoutIsolates);
    expect(text).toEqual(expect.arrayContaining(['Tax 5%: 50', 'Tax 10%: 100']));
    expect(text[1]).toBe('Disposal of a fixed asset AS-000001');
  });
});
