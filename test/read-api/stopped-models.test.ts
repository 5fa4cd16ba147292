/** A model that is stopped at a real event is reported to every signed-in person, and requests are still answered. */

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openEventStore } from '../../event-store/opening/open.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { SECRET } from '../api/api.ts';
import { unreadableSale } from '../projector/poison.ts';
import { holdersOf } from '../support/holders.ts';
import { LIMIT_MS } from '../support/limits.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let store: CommandStore;
let client: pg.Client;
let position: bigint;

beforeAll(async () => {
  office = await openOffice();
  store = await openEventStore({ databaseUrl: office.database.url });
  client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] };
  const { body } = await office.send('POST', 'items', { item_name: 'Rice', item_code: '1', item_units: [unit] });
  const line = { item_fk: (body['data'] as { id: number }).id, unit_fk: 1, quantity: '1', price: '1000' };
  const at = { outlet_fk: 1, inventory_fk: 1, currency_fk: 1, date: '2026-03-10' };
  await office.send('PATCH', 'system_settings/1', { allow_negative_stock: true });
  const sale = { ...at, payment_type: 'cash', account_fk: 1, lines: [line], status: 'complete' };
  expect((await office.send('POST', 'sales', sale)).status).toBe(201);
  position = await unreadableSale(store);
  const behind = async () => (await stopped()).flatMap(({ models }) => models);
  await vi.waitFor(async () => expect(await behind()).toEqual(['books', 'documents']), { timeout: LIMIT_MS });
}, 60_000);
afterAll(async () => {
  await client.end();
  await store.close();
  await office.close();
});

interface Stopped {
  readonly models: readonly string[];
}
const stopped = async (token = office.token) =>
  (await office.read('read_models', token)).data['stopped'] as unknown as readonly Stopped[];

describe('read_models', () => {
  it('names the event, the document, the cause as a word and since when, and no value of the event', async () => {
    const answer = await office.read('read_models');
    expect(answer.data).toEqual({
      stopped: [
        {
          position: String(position),
          type: 'sale.completed',
          cause: 'cannot_be_read',
          since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          models: ['books', 'documents'],
          document: { kind: 'sale', resource: null, id: 900, name: 'S-900', can_open: false },
        },
      ],
      old: [],
      disk_is_full: false,
      log_ahead_minutes: 0,
    });
    expect(answer.text).not.toContain('a thousand');
  });

  it('names the stopped model but not the document to users who may not show it or have other outlets', async () => {
    const here = { outlets: [1], inventories: [1] };
    const tokens = await holdersOf(office.database.url, SECRET, [
      { permissions: ['brands/index', 'model_loges/events_log'], ...here },
      { permissions: ['sales/show', 'model_loges/events_log'] },
    ]);
    for (const token of tokens) {
      expect(await stopped(token)).toEqual([
        expect.objectContaining({ models: ['books', 'documents'], document: null }),
      ]);
    }
  });
});

describe('meanwhile', () => {
  it('lists of the stopped models answer with their rows, and all others completely', async () => {
    await office.send('POST', 'brands', { brand_name: 'Nawroz' });
    const sales = await office.read('sales');
    expect([sales.status, sales.body['stale'], sales.data['total']]).toEqual([200, true, 1]);
    const brands = await office.read('brands');
    expect([brands.status, brands.body['stale'], brands.data['total']]).toEqual([200, undefined, 1]);
    const events = await office.read('financial_reports/trial_balance');
    expect([events.status, events.body['stale']]).toEqual([200, true]);
  });

  it('no file is made for others, because it would carry no notice', async () => {
    const answer = await office.read('exports/hledger');
    expect([answer.status, answer.body['code']]).toEqual([503, 'model_stopped']);
    expect(answer.text).toContain(String(position));
  });

  it('the checks before a close report that they may be incomplete, and a revaluation is not decided', async () => {
    const years = (await office.read('financial_years')).data['data'] as unknown as { id: number }[];
    for (const path of [`financial_years/${years[0]?.id}/gate`, 'financial_years/states']) {
      const { status, body } = await office.send('GET', path);
      expect([path, status, (body as { stale?: boolean }).stale]).toEqual([path, 200, true]);
    }
    const rate_fk = await office.add('currency_rates', { date: '2026-03-01', rate: '1490', in_rate: '1480' });
    const body = { outlet_fk: 1, date: '2026-03-31', rate_fk, status: 'posted' };
    expect((await office.send('POST', 'revaluations', body)).status).toBe(503);
  });

  it('a commission is not measured', async () => {
    const salesman_fk = await office.add('salesmen', {
      sale_man_name: 'Karwan',
      commission_type: 'percentage',
      sale_man_commission_percentage: '5',
    });
    const body = { outlet_fk: 1, salesman_fk, date: '2026-03-31', to_date: '2026-03-31' };
    const sent = await office.send('POST', 'salesman_commissions', body);
    expect([sent.status, sent.body.errors?.['to_date']]).toEqual([422, ['Not available just now, try again']]);
  });
});
