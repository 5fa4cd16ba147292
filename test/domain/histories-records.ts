/** A history for each kind of record whose shape is kept in `golden`: registered with every field, and amended. */
import type { DomainEvent } from '../../domain/deciding/event.ts';
import type { RecordData } from '../../domain/records/record.ts';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { records } from '../../domain/registry/records.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const address = { label: 'Shop', city_fk: 1, address: 'Bazaar', phone: '0750', is_default: true };
const party = {
  consumer_name: 'Azad',
  code: 'A1',
  mobile: '0750',
  office_phone: '066',
  email: 'azad@example.com',
  city_fk: 1,
  address: 'Hawler',
  addresses: [address],
  currencies: [1, 2],
  note: 'since 2020',
};

const PIECE = {
  ...{ unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: ['R1'] },
};

/** For each kind: the registered fields, and the amended ones. */
const REGISTERED: Readonly<Record<string, readonly [RecordData, RecordData]>> = {
  customer_group: [{ customer_group_name: 'Wholesale', note: null }, { note: 'x' }],
  customer: [
    { ...party, customer_type: 'company', customer_group_fk: 1, allowed_debit_amount: '1000', overdue_days: 30 },
    { overdue_option: 'all', overdue_days: null },
  ],
  supplier: [{ ...party, supplier_type: 'company' }, { is_active: false }],
  item: [
    {
      ...{ item_name: 'Rice', item_units: [PIECE], shortage_alert: '5' },
      inventory_levels: [{ inventory_fk: 1, minimum: '2', maximum: '8.5' }],
    },
    { inventory_levels: [{ inventory_fk: 1, minimum: '3', maximum: null }] },
  ],
  online_customer: [
    { consumer_name: 'Sara', mobile: '07501234567', email: null, addresses: [address], customer_fk: 7, note: null },
    { status: 'blocked' },
  ],
  mobile_section: [
    { title: 'Deals', content: 'filters', item_name_contains: 'tea', start_price: '1', end_price: '2', category_fk: 1 },
    { content: 'items', items: [11] },
  ],
  app_setting: [{ app_name: 'Bazaar' }, { section_arrangement: [2, 1], opens_at: '08:00', closes_at: '20:00' }],
  till_setting: [
    { display_greeting: 'Bazaar' },
    {
      ...{ discount_without_supervisor: '5', refund_without_receipt: true, offline_hours: 4, sound: false },
      ...{ quick_amounts: ['1000'], favourites: [11], grid_categories: [2], grid_pictures: false },
      scales: [{ prefixes: ['21'], holds: 'weight', item_digits: 5, decimals: 3 }],
    },
  ],
  till: [{ till_name: 'Front', outlet_fk: 1, inventory_fk: 1 }, { inventory_fk: null }],
  order_cancellation_message: [{ message_text: 'None left' }, { message_text_ckb: 'نەماوە' }],
  country: [{ country_name: 'Iraq', country_name_ar: 'العراق', country_name_ckb: 'عێراق', country_code: 'IQ' }, {}],
  asset_type: [{ asset_type_name: 'Vehicles' }, { note: 'x' }],
  fixed_asset: [{ asset_name: 'Van', asset_type_fk: 1, serial_number: 'S1', note: null }, { note: 'x' }],
  salesman: [
    {
      ...{ sale_man_name: 'Rebin', user_fk: 2, base_salary: '1000' },
      ...{ commission_type: 'revenue', sale_man_commission_percentage: '1' },
    },
    { sale_man_quota_1: '1000', sale_man_commission_percentage_1: '2' },
  ],
  tax: [{ tax_name: 'VAT', tax_number: 'T1', date: '2026-01-01', percentage: '5' }, { recoverable: false }],
  cash: [
    { account_name: 'Bank', code: 'B1', cash_type: 2, currency_fk: 1, outlet_fk: 1, bank_account_number: 'IQ98' },
    { is_active: false },
  ],
  outlet: [
    { outlet_name: 'Main', code: 'M', mobile: '0750', city_fk: 1, address: 'Bazaar' },
    { negative_stock: 'allowed', is_active: false },
  ],
  print_template: [
    {
      template_name: 'Counter',
      printed_paper: 'pos_sale',
      paper: '58mm',
      second_language: 'ar',
      header_ckb: 'بەخێربێن',
    },
    { is_default: false, blocks: ['logo'], columns: ['item_fk', 'line_total'] },
  ],
  system_profile: [
    { shop_name: 'Bazaar', phones: ['0750'], email: null, city_fk: 1, receipt_header: 'Welcome' },
    { receipt_footer: 'Thank you' },
  ],
};

export const RECORDS: Readonly<Record<string, readonly (readonly DomainEvent[])[]>> = Object.fromEntries(
  Object.entries(REGISTERED).map(([kind, [data, changed]]) => {
    const declaration = records.find((record) => record.kind === kind);
    if (!declaration) throw new Error(`no record ${kind}`);
    const decided = given(recordDecider(declaration)).after(
      [
        { type: 'register', data },
        { type: 'amend', changed },
      ],
      shop(),
    );
    return [kind, [decided.events]];
  }),
);
