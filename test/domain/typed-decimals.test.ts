/** Typed quantities and rates have at most as many decimals as the system settings allow. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { currencyRate } from '../../domain/organisation/currency-rate.record.ts';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { systemSetting } from '../../domain/registry/system-setting.record.ts';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import { saleReturnDocument } from '../../domain/sales/sale-return.document.ts';
import { propertiesOf } from '../../domain/schemas/schema-parts.ts';
import { say } from '../../languages/say.ts';
import { sourceFiles, sourceOf } from '../../tools/suite/import-graph.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const settings = { currency_fk: 1, cash_rounding_step: '250', quantity_decimals: 3, rate_decimals: 2 };
const records = { 'system_setting-1': settings };
const typed = shop({ records, isTyped: true });
const line = { item_fk: 11, unit_fk: 1, price: '10000' };
const sale = (lines: readonly object[], more: object = {}) => ({
  ...{ outlet_fk: 1, inventory_fk: 1, date: '2026-03-10', payment_type: 'on_account', customer_fk: 7 },
  ...{ currency_fk: 1, ...more, lines },
});
const draft = (input: object) => ({ type: 'draft', input }) as never;
const entering = (input: object, facts = typed) => given(saleDocument.decider as never).when(draft(input), facts);

describe('a typed quantity', () => {
  it('has at most the decimals of the settings', () => {
    entering(sale([{ ...line, quantity: '1.234' }])).gives('sale.drafted');
    entering(sale([{ ...line, quantity: '1.2340' }])).gives('sale.drafted');
    const refusal = entering(
      sale([
        { ...line, quantity: '1.2345' },
        { ...line, quantity: '1', bonus_quantity: '0.0001' },
      ]),
    ).isRefused('lines.0.quantity: too_many_decimals', 'lines.1.bonus_quantity: too_many_decimals');
    const { message = '', params } = refusal.issues[0] ?? {};
    const said = (['en', 'ar', 'ckb'] as const).map((language) => say(language, message, params, 'lines.0.quantity'));
    expect(said[0]).toMatch(/at most 3 decimals/);
    expect(new Set(said).size).toBe(3);
  });

  it('is not limited where nobody typed it, as in an import', () => {
    entering(sale([{ ...line, quantity: '1.2345' }]), shop({ records })).gives('sale.drafted');
  });

  it('stays as it is stored when other lines change', () => {
    const input = sale([{ ...line, quantity: '1.2345' }]);
    const stored = given(saleDocument.decider as never).after([draft(input)], shop({ records }));
    const changing = (quantity: string) =>
      stored.when(
        {
          type: 'change',
          input: sale([
            { ...line, quantity: '1.2345' },
            { ...line, quantity },
          ]),
        } as never,
        typed,
      );
    changing('2').gives('sale.draft_changed');
    changing('2.0001').isRefused('lines.1.quantity: too_many_decimals');
  });

  it('of a line of another document repeats what is stored there', () => {
    const sold = sale([{ ...line, quantity: '1.2345' }]);
    const state = given(saleDocument.decider as never)
      .after([draft(sold), { type: 'complete' } as never], shop({ records }))
      .state();
    const input = {
      ...{ outlet_fk: 1, inventory_fk: 1, sale_fk: 5, date: '2026-03-11', payment_type: 'on_account' },
      lines: [{ sale_line_id: 1, quantity: '1.2345' }],
    };
    given(saleReturnDocument.decider as never)
      .when(draft(input), shop({ records, isTyped: true, documents: { 'sale-5': state } }))
      .gives('sale_return.drafted');
  });
});

describe('a typed rate', () => {
  const dollars = (more: object) => sale([{ ...line, quantity: '1', price: '5' }], { currency_fk: 2, ...more });

  it('has at most the decimals of the settings, in documents and in rates', () => {
    entering(dollars({ rate: '1480.25' })).gives('sale.drafted');
    entering(dollars({ rate: '1480.255' })).isRefused('rate: too_many_decimals');
    const data = { date: '2026-03-10', time: null, rate: '1490.125', in_rate: '1480' };
    given(recordDecider(currencyRate)).when({ type: 'register', data }, typed).isRefused('rate: too_many_decimals');
  });

  it('may be that of a rate record', () => {
    const rate = { 'currency_rate-4': { date: '2026-03-01', rate: '1490', in_rate: '1480.1255' } };
    const facts = shop({ records: { ...records, ...rate }, isTyped: true });
    entering(dollars({ rate_fk: 4, rate: '1480.1255' }), facts).gives('sale.drafted');
  });
});

describe('a property of the system settings', () => {
  /** The declaration, the form, and the fields of a till, which a test of the tills compares with their readers. */
  const NOT_READING = [
    'domain/registry/system-setting.record.ts',
    'web/organisation/system-configurations.tsx',
    'command-api/till/catalogue.ts',
  ];

  it('is read somewhere', () => {
    const sources = sourceFiles()
      .filter(
        (file) => /^(domain|command-api|read-api|web|identity|projector)\//.test(file) && !NOT_READING.includes(file),
      )
      .map(sourceOf)
      .join('\n');
    const names = Object.keys(propertiesOf(systemSetting.schema));
    expect(names.length).toBeGreaterThan(25);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
  });

  it('is sent to tills only when they read it', () => {
    const catalogue = readFileSync('command-api/till/catalogue.ts', 'utf8');
    const sent = /const SYSTEM_FIELDS = \[([^;]*)\];/.exec(catalogue)?.[1]?.match(/'(\w+)'/g) ?? [];
    const till = sourceFiles()
      .filter((file) => file.startsWith('web/till/'))
      .map(sourceOf)
      .join('\n');
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.map((name) => name.slice(1, -1)).filter((name) => !new RegExp(`\\b${name}\\b`).test(till))).toEqual([]);
  });
});
