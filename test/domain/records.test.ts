import { describe, expect, it } from 'vitest';
import type { RecordData, RecordDeclaration, RecordState } from '../../domain/records/record.ts';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { validDate as date } from '../../domain/values/effective-date.ts';
import { given } from './given.ts';
import { type Known, shop } from './shop.ts';

const declared = (kind: string): RecordDeclaration => {
  const found = records.find((record) => record.kind === kind);
  if (!found) throw new Error(`no record ${kind}`);
  return found;
};
const registering = (kind: string, data: RecordData, known: Known = {}) =>
  given(recordDecider(declared(kind))).when({ type: 'register', data }, shop(known));
const registered = (kind: string, data: RecordData, known: Known = {}) =>
  given(recordDecider(declared(kind))).after([{ type: 'register', data }], shop(known));
const claims = (kind: string, next: RecordData, previous?: RecordData) =>
  declared(kind).claims?.(next, previous, `${kind}-1`) ?? [];

describe('every record', () => {
  it('and document has a kind and a resource of its own', () => {
    const all = [...records, ...documents];
    expect(new Set(all.map((value) => value.kind)).size).toBe(all.length);
    expect(new Set(all.map((value) => value.resource)).size).toBe(all.length);
  });

  it('names fields that its schema has, in its list, its search, its unique names and its references', () => {
    for (const { kind, schema, idField, nameField, list, unique, references, defaults } of records) {
      const fields = Object.keys((schema as unknown as { properties: object }).properties);
      const named = [
        nameField,
        ...list.columns,
        ...list.search,
        ...unique,
        ...Object.keys(references),
        ...Object.keys(defaults),
      ];
      for (const field of named) expect([...fields, idField], `${kind}.${field}`).toContain(field.split('.')[0]);
      for (const target of Object.values(references)) expect(records.map((record) => record.kind)).toContain(target);
    }
  });

  it('is registered, amended with what changed, retired and restored, each once', () => {
    registering('brand', { brand_name: 'Nike' }).gives('brand.registered');
    const brand = registered('brand', { brand_name: 'Nike' });
    const [event] = brand
      .when({ type: 'amend', changed: { brand_name: 'Nike', made_in_fk: 217 } })
      .gives('brand.amended');
    expect(event?.data).toEqual({ changed: { made_in_fk: 217 } });
    brand.when({ type: 'retire' }).gives('brand.retired');
    const retired = brand.after([{ type: 'retire' }]);
    retired.when({ type: 'restore' }).gives('brand.restored');
    retired.when({ type: 'amend', changed: { brand_name: 'x' } }).isWrongState('restore');
  });
});

describe('an item', () => {
  const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1', barcodes: [] };

  it('has one base unit that holds one, one default unit, and no unit twice', () => {
    registering('item', { item_name: 'x', item_units: [] }).isRefused(
      'item_units: at_least_one_unit',
      'item_units: exactly_one_base_unit',
      'item_units: exactly_one_default_unit',
    );
    registering('item', {
      item_name: 'x',
      item_units: [
        { ...unit, base_unit_qty: '2' },
        { ...unit, base_unit_qty: '0', is_base: false },
      ],
    }).isRefused(
      'item_units: exactly_one_default_unit',
      'item_units.0.base_unit_qty: base_unit_holds_one',
      'item_units.1.base_unit_qty: greater_than',
      'item_units.1.unit_fk: unique',
    );
  });

  it('keeps its base unit and its type', () => {
    const item = registered('item', { item_name: 'x', item_type: 'goods', item_units: [unit] });
    item
      .when({ type: 'amend', changed: { item_type: 'service', item_units: [{ ...unit, unit_fk: 2 }] } })
      .isRefused('item_type: cannot_be_changed', 'item_units: base_unit_cannot_be_deleted');
  });
});

describe('a category', () => {
  const tree = {
    'category-1': { category_name: 'a', parent_fk: null },
    'category-2': { category_name: 'b', parent_fk: 1 },
    'category-3': { category_name: 'c', parent_fk: 2 },
    'category-4': { category_name: 'd', parent_fk: 3 },
  };

  it('has at most four levels', () => {
    registering('category', { category_name: 'x', parent_fk: 3 }, { records: tree }).gives('category.registered');
    registering('category', { category_name: 'x', parent_fk: 4 }, { records: tree }).isRefused(
      'parent_fk: too_many_levels',
    );
  });

  it('is not within itself', () => {
    registered('category', { category_name: 'b', parent_fk: 1 }, { records: tree })
      .when({ type: 'amend', changed: { parent_fk: 3 } }, { ...shop({ records: tree }), ownId: 2 })
      .isRefused('parent_fk: category_within_itself');
  });

  it('is moved with everything below it, which is never deeper than the last level', () => {
    const lone = registered('category', { category_name: 'lone' }, { records: tree });
    const moved = (parent_fk: number, levelsBelow: number) =>
      lone.when(
        { type: 'amend', changed: { parent_fk } },
        { ...shop({ records: tree }), ownId: 9, queryResult: levelsBelow },
      );
    moved(2, 1).gives('category.amended');
    moved(2, 2).isRefused('parent_fk: too_many_levels');
    moved(3, 0).gives('category.amended');
    moved(3, 1).isRefused('parent_fk: too_many_levels');
  });
});

describe('the records of the organisation', () => {
  it('cannot change fields that the books depend on: the outlet of an inventory, type and currency of a cash account', () => {
    registered('inventory', { outlet_fk: 1, inventory_name: 'x' })
      .when({ type: 'amend', changed: { outlet_fk: 2 } })
      .isRefused('outlet_fk: cannot_be_changed');
    registered('cash', { account_name: 'x', cash_type: 1, currency_fk: 1 })
      .when({ type: 'amend', changed: { cash_type: 2, currency_fk: 2 } })
      .isRefused('cash_type: cannot_be_changed', 'currency_fk: cannot_be_changed');
  });

  it('have rates above zero on a day of the calendar', () => {
    registering('currency_rate', { date: '2026-02-29', rate: '0', in_rate: '0' }).isRefused(
      'date: date',
      'rate: greater_than',
      'in_rate: greater_than',
    );
  });

  it('open the days of a financial year, and change or remove them', () => {
    const year = { year_name: '2026', start_date: '2026-01-01', end_date: '2026-12-31' };
    expect(claims('financial_year', year)).toEqual([
      { kind: 'period_change', from: '2026-01-01', to: '2026-12-31', status: 'open', field: 'start_date' },
    ]);
    expect(claims('financial_year', { ...year, year_name: 'x' }, year)).toEqual([]);
    registering('financial_year', { ...year, end_date: '2025-12-31' }).isRefused('end_date: end_date_after_start_date');
    const stored = registered('financial_year', year);
    stored.when({ type: 'amend', changed: { end_date: '2027-01-31' } }).gives('financial_year.amended');
    stored.when({ type: 'amend', changed: { end_date: '2027-07-01' } }).isRefused('end_date: year_too_long');
    stored.when({ type: 'retire' }, { ...shop(), ownId: 2 }).gives('financial_year.retired');
    stored.when({ type: 'retire' }, { ...shop(), ownId: 1 }).isRefused(': first_year_cannot_be_deleted');
    expect(claims('financial_year', { ...year, end_date: '2027-01-31' }, year)).toEqual([
      { kind: 'period_change', from: '2026-01-01', to: '2026-12-31', status: 'removed', field: '' },
      { kind: 'period_change', from: '2026-01-01', to: '2027-01-31', status: 'open', field: 'start_date' },
    ]);
    expect(declared('financial_year').presenceClaims?.(year, 'retire')).toMatchObject([{ status: 'removed' }]);
    expect(declared('financial_year').presenceClaims?.(year, 'restore')).toMatchObject([{ status: 'open' }]);
  });

  it('let a financial year begin on the day after the one before it, and keep the days of an older one', () => {
    const year = (from: string, to: string) => ({ year_name: from, start_date: from, end_date: to });
    const years = [{ from: date('2026-01-01'), to: date('2026-12-31'), status: 'open' as const }];
    const decider = given(recordDecider(declared('financial_year')));
    decider
      .when({ type: 'register', data: year('2028-01-01', '2028-12-31') }, { ...shop(), years })
      .isRefused('start_date: year_leaves_a_gap');
    decider
      .when({ type: 'register', data: year('2027-01-01', '2028-06-30') }, { ...shop(), years })
      .gives('financial_year.registered');
    const long = { type: 'financial_year.registered', v: 1, data: year('2026-01-01', '2029-12-31') } as const;
    given(recordDecider(declared('financial_year')), [long])
      .when({ type: 'amend', changed: { year_name: 'x' } }, { ...shop(), years })
      .gives('financial_year.amended');
  });

  it('fix the system currency by its first use: dinar or dollar', () => {
    registering('system_setting', { business_name: 'x', currency_fk: 3 }).isRefused(
      'currency_fk: system_currency_iqd_or_usd',
    );
    const setting = registered('system_setting', { business_name: 'x' }).state() as RecordState & { data: RecordData };
    expect(setting.data['currency_fk']).toBe(1);
    expect(claims('system_setting', setting.data)).toMatchObject([
      { record: 'system_currency-1', action: 'register' },
      { record: 'average_scope-inventory', action: 'register' },
    ]);
    expect(claims('system_setting', { ...setting.data, currency_fk: 2 }, setting.data)).toMatchObject([
      { record: 'system_currency-1', action: 'retire' },
      { record: 'system_currency-2', action: 'register' },
    ]);
  });

  it('fix over which goods the average is taken by the first goods that are moved', () => {
    const setting = registered('system_setting', { business_name: 'x' }).state() as RecordState & { data: RecordData };
    expect(claims('system_setting', { ...setting.data, average_scope: 'company' }, setting.data)).toMatchObject([
      { record: 'average_scope-inventory', action: 'retire', field: 'average_scope' },
      { record: 'average_scope-company', action: 'register', field: 'average_scope' },
    ]);
  });

  it('require at least one permission of a role', () => {
    registering('role', { role_name: 'x', permissions: [] }).isRefused('permissions: permission_is_required');
  });
});

describe('a customer of the application', () => {
  const customer = (mobile: string) => ({ consumer_name: 'Sara', mobile });

  it('has one form of its number, however it is typed', () => {
    for (const mobile of ['0770 111-22 33', '٠٧٧٠١١١٢٢٣٣', '(0770) 111.2233']) {
      const [event] = registering('online_customer', customer(mobile)).gives('online_customer.registered');
      expect(event?.data).toMatchObject({ mobile: '07701112233' });
    }
    const sara = registered('online_customer', customer('07701112233'));
    sara.when({ type: 'amend', changed: { mobile: '0770 111 2233' } }).givesNothing();
    const [event] = sara
      .when({ type: 'amend', changed: { mobile: '+964 770 111 2244' } })
      .gives('online_customer.amended');
    expect(event?.data).toEqual({ changed: { mobile: '+9647701112244' } });
  });

  it('has a number, unless it was entered before that was a rule', () => {
    registering('online_customer', customer('ask Azad')).isRefused('mobile: mobile_number_expected');
    const data = { ...customer('ask Azad'), addresses: [] };
    const before = given(recordDecider(declared('online_customer')), [
      { type: 'online_customer.registered', v: 1, data },
    ]);
    before.when({ type: 'amend', changed: { note: 'x' } }).gives('online_customer.amended');
    before.when({ type: 'amend', changed: { mobile: '12' } }).isRefused('mobile: mobile_number_expected');
  });
});

describe('the settings of the application', () => {
  const set = { outlet_fk: 1, inventory_fk: 1, account_fk: 3 };

  it('have an inventory and a cash account with which orders of their outlet are accepted', () => {
    registering('app_setting', set).gives('app_setting.registered');
    registering('app_setting', { ...set, inventory_fk: 2, account_fk: 15 }).isRefused(
      'inventory_fk: not_of_the_outlet',
      'account_fk: not_of_the_outlet',
      'account_fk: account_of_another_currency',
    );
    registering('app_setting', { ...set, account_fk: 5 }).isRefused('account_fk: account_of_another_currency');
    registered('app_setting', set)
      .when({ type: 'amend', changed: { outlet_fk: 2 } })
      .isRefused('inventory_fk: not_of_the_outlet', 'account_fk: not_of_the_outlet');
  });

  it('from before this rule remain until they change', () => {
    const data = { ...set, inventory_fk: 2, account_fk: 5 };
    const before = given(recordDecider(declared('app_setting')), [{ type: 'app_setting.registered', v: 1, data }]);
    before.when({ type: 'amend', changed: { phone: '1' } }).gives('app_setting.amended');
    before.when({ type: 'amend', changed: { account_fk: 3 } }).gives('app_setting.amended');
  });
});
