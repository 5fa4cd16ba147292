import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { records } from '../../domain/registry/records.ts';
import { bestMatch, onlyMatch } from '../../web/shared/api/lookup.ts';
import type { JsonSchema, RecordData } from '../../web/shared/api/record.ts';
import { answering } from '../../web/shared/form/answers-on-enter.tsx';
import { mergeChanges } from '../../web/shared/form/conflict/merge.ts';
import { type FieldSpec, fieldSpecs } from '../../web/shared/form/field-spec.ts';
import { FieldWords } from '../../web/shared/form/field-words.tsx';
import { problemsOf } from '../../web/shared/form/rules.ts';
import { withSameName, withSameTelephone } from '../../web/shared/form/same-name.tsx';
import { bodyOf, changedFields, emptyValues, formValues, specsOfStored } from '../../web/shared/form/values.ts';

/** The JSON schema of a record, as the server sends it. */
function schemaOf(resource: string): JsonSchema {
  const record = records.find((record) => record.resource === resource);
  return JSON.parse(JSON.stringify(record?.schema)) as JsonSchema;
}
const items = fieldSpecs(schemaOf('items'));
const spec = (name: string) => items.find((item) => item.name === name);

beforeAll(async () => {
  const form = {
    rules: {
      required: '{{field}}!',
      max_length: 'max {{max}}',
      decimal: 'decimal',
      percent: 'percent',
      max: 'max {{max}}',
    },
  };
  const fields = { options: { item_type: { raw_material: 'Raw material' } } };
  await i18next.init({
    lng: 'en',
    resources: { en: { form, fields, history: { empty: 'empty' }, table: { yes: 'Yes' } } },
  });
});

describe('the fields of an item', () => {
  it.each([
    ['item_name', 'text', true],
    ['item_type', 'select', false],
    ['category_fk', 'lookup', false],
    ['minimum_price', 'money', false],
    ['maximum_discount', 'percent', false],
    ['shortage_alert', 'quantity', false],
    ['expire_alert_days', 'whole', false],
    ['has_expire', 'check', false],
    ['description', 'long_text', false],
    ['item_units', 'rows', true],
  ])('%s is shown as %s, required: %s', (name, control, required) => {
    expect(spec(name)).toMatchObject({ control, required });
  });

  it('know which resource they look up, also in a list', () => {
    expect(spec('brand_fk')?.resource).toBe('brands');
    expect(spec('item_units')?.fields?.find((field) => field.name === 'unit_fk')).toMatchObject({
      control: 'lookup',
      resource: 'units',
    });
    expect(spec('item_units')?.fields?.find((field) => field.name === 'barcodes')?.control).toBe('tags');
  });

  it('of every record have a control that can show them', () => {
    for (const { resource } of records) {
      expect(fieldSpecs(schemaOf(resource)).map((fieldSpec) => fieldSpec.control)).not.toContain(undefined);
    }
  });
});

const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '250', barcodes: ['628'] };
const stored: RecordData = {
  item_name: 'Tea',
  item_code: null,
  brand_fk: 3,
  brand_name: 'Altun',
  item_units: [{ ...unit, unit_name: 'Piece' }],
  revision: 4,
};

describe('the values of a form', () => {
  it('make the body that they came from, without the names beside references', () => {
    const body = bodyOf(items, formValues(items, stored));
    expect(body).toMatchObject({ item_name: 'Tea', item_code: null, brand_fk: 3, item_units: [unit] });
    expect(JSON.stringify(body)).not.toContain('_name":"Piece');
    expect(body).not.toHaveProperty('revision');
  });

  it('send null for an emptied field that may be null, and nothing for one that may not', () => {
    const body = bodyOf(items, { ...formValues(items, stored), item_code: ' ', item_type: '' });
    expect(body['item_code']).toBeNull();
    expect(body).not.toHaveProperty('item_type');
  });

  it('tell what changed, and nothing else', () => {
    const before = bodyOf(items, formValues(items, stored));
    const values = formValues(items, stored);
    expect(changedFields(before, bodyOf(items, values))).toEqual({});
    expect(changedFields(before, bodyOf(items, { ...values, item_name: 'Green tea' }))).toEqual({
      item_name: 'Green tea',
    });
  });

  it('send codes as the numbers that they are', () => {
    const cashes = fieldSpecs(schemaOf('cashes'), { cash_type: [1, 2, 3] });
    expect(bodyOf(cashes, formValues(cashes, { cash_type: 2 }))).toMatchObject({ cash_type: 2 });
  });

  it('begin with what the server would fill in', () => {
    expect(emptyValues(items, { item_type: 'goods', sale_price_editable: true })).toMatchObject({
      item_type: 'goods',
      sale_price_editable: true,
    });
  });
});

describe('a form', () => {
  it('names every wrong field at once, by its path', () => {
    const values = {
      ...emptyValues(items),
      item_code: 'x'.repeat(41),
      maximum_discount: '101',
      item_units: [{ ...unit, unit_fk: null, sale_price: '-1' }],
    };
    expect(problemsOf(items, values)).toEqual({
      item_name: 'item name!',
      item_code: 'max 40',
      maximum_discount: 'percent',
      'item_units.0.unit_fk': 'unit!',
      'item_units.0.sale_price': 'decimal',
    });
  });

  it('finds nothing wrong with a stored record', () => {
    expect(problemsOf(items, formValues(items, stored))).toEqual({});
  });

  it('refuses to empty a stored value that may not be null, as the server would keep it', () => {
    const record = { ...stored, item_type: 'goods', sale_price_editable: false, expire_alert_days: 30 };
    const specs = specsOfStored(items, record);
    const values = formValues(specs, record);
    expect(problemsOf(specs, values)).toEqual({});
    expect(problemsOf(specs, { ...values, item_type: '', item_code: '', brand_fk: null })).toEqual({
      item_type: 'item type!',
    });
    // A record from before the field has no value of it.
    expect(problemsOf(specsOfStored(items, stored), formValues(items, stored))).toEqual({});
  });
});

describe('two people who change one record', () => {
  const base = { name: 'Tea', code: 'T', note: null };

  it('both get what they changed when they changed different fields', () => {
    const merge = mergeChanges(base, { code: 'T2' }, { name: 'Green tea', code: 'T', note: null });
    expect(merge).toEqual({ overlaps: [], mine: { code: 'T2' }, theirs: { name: 'Green tea' } });
  });

  it('are asked about a field that both changed', () => {
    const merge = mergeChanges(base, { name: 'Black tea' }, { ...base, name: 'Green tea' });
    expect(merge.overlaps).toEqual([{ field: 'name', before: 'Tea', mine: 'Black tea', theirs: 'Green tea' }]);
    expect(merge.mine).toEqual({});
  });

  it('see names, days and words, not identifiers and codes', () => {
    const client = new QueryClient();
    client.setQueryData(['brands', 'name', 3], 'Altun');
    client.setQueryData(['units', 'name', 1], 'Carton');
    const words = (of: FieldSpec | undefined, value: unknown) => {
      const shown = of && createElement(FieldWords, { spec: of, value });
      const page = renderToStaticMarkup(createElement(QueryClientProvider, { client }, shown));
      return page.replaceAll(/<[^>]*>/g, '');
    };
    expect(words(spec('brand_fk'), 3)).toBe('Altun');
    expect(words(spec('brand_fk'), null)).toBe('empty');
    expect(words(spec('item_type'), 'raw_material')).toBe('Raw material');
    expect(words(spec('has_expire'), true)).toBe('Yes');
    expect(words(spec('item_units'), [unit])).toContain('unit: Carton');
    const [day] = fieldSpecs({ properties: { date: { type: 'string', 'x-date': true } } });
    expect(words(day, '2026-03-05')).toBe('05/03/2026');
  });

  it('are not asked when both changed it alike', () => {
    expect(mergeChanges(base, { name: 'Black tea' }, { ...base, name: 'Black tea' }).overlaps).toEqual([]);
  });
});

describe('a name that another record has', () => {
  const items = [
    { item_id: 1, item_name: 'Black Tea', item_name_ckb: 'چای ڕەش', item_code: 'G-1' },
    { item_id: 2, item_name: 'Black tea bags', item_name_ckb: null, item_code: 'G-2' },
  ];
  const same = (name: string, id?: number) => withSameName(items, 'items', name, id).map(({ item_id }) => item_id);

  it('is found in any language and spelling, whole, and not that of the record itself', () => {
    expect([same('black tea'), same('چای ڕەش'), same('چاي ڕه‌ش')]).toEqual([[1], [1], [1]]);
    expect([same('black'), same('black tea', 1), same('Green')]).toEqual([[], [], []]);
  });
});

describe('a telephone that another record has', () => {
  const customers = [
    { consumer_id: 1, consumer_name: 'Azad', mobile: '0750 123 4567', office_phone: null, addresses: [] },
    { consumer_id: 2, consumer_name: 'Bazaar', mobile: null, office_phone: '00964 750 123 4567', addresses: [] },
    { consumer_id: 3, consumer_name: 'Chra', mobile: null, addresses: [{ phone: '+964 (0) 750-123-4567' }] },
    { consumer_id: 4, consumer_name: 'Dara', mobile: '0750 123 4568', addresses: [] },
  ];
  const same = (typed: string[], id?: number) =>
    withSameTelephone([...customers, ...customers], 'customers', typed, id).map(({ consumer_id }) => consumer_id);

  it('is found in any spelling, in each of its fields, once, and not that of the record itself', () => {
    for (const typed of ['07501234567', '+964 750 123 4567', '٠٧٥٠١٢٣٤٥٦٧']) expect(same([typed])).toEqual([1, 2, 3]);
    expect(same(['0750 123 4567', '0750 123 4568'], 1)).toEqual([2, 3, 4]);
    expect([same(['0750 123 4569']), same([])]).toEqual([[], []]);
  });
});

describe('a look-up that is left before its options came', () => {
  const rows = [
    { name: 'Tea', code: '10' },
    { name: 'Tea green', code: '11' },
  ];

  it('chooses the only record with exactly that name or code, in any case', () => {
    expect(onlyMatch(rows, 'TEA', ['name', 'code'])).toBe(rows[0]);
    expect(onlyMatch(rows, '١١', ['name', 'code'])).toBe(rows[1]);
  });

  it('takes the only record that was found', () => {
    expect(onlyMatch([{ name: 'Tea green', code: '11' }], 'gre', ['name'])).toEqual({ name: 'Tea green', code: '11' });
  });

  it('in the lines, takes what Enter would have taken: the one that is named in full, otherwise the first', () => {
    expect(bestMatch(rows, '11', ['name', 'code'])).toBe(rows[1]);
    expect([bestMatch(rows, 'te', ['name']), bestMatch(rows, '', ['name'])]).toEqual([rows[0], rows[0]]);
    expect(bestMatch([], 'x', ['name'])).toBeUndefined();
  });

  it('takes nothing when there is a doubt', () => {
    expect(onlyMatch(rows, 'te', ['name', 'code'])).toBeUndefined();
    expect(onlyMatch([], 'x', ['name'])).toBeUndefined();
  });
});

describe('Enter in a field of a dialog', () => {
  it('answers once, and not again while the answer is being sent', () => {
    const onAnswer = vi.fn();
    const press = (busy: boolean) => answering({ busy, onAnswer })({ preventDefault() {}, stopPropagation() {} });
    press(false);
    press(true);
    expect(onAnswer).toHaveBeenCalledTimes(1);
  });
});
