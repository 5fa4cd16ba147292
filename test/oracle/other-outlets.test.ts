/**
 * A person with all permissions of one outlet makes, takes, moves and empties nothing of another one: some of the fields
 * of some commands; test/oracle/other-outlets.all.test.ts asks about all of them.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { documents } from '../../domain/registry/documents.ts';
import type { Refusal } from '../../domain/values/refusal.ts';
import { IQD } from '../projector/shop.ts';
import { cases, sampleOf } from '../support/ring.ts';
import { YEARS } from './books-play.ts';
import { openBusiness } from './business.ts';
import { openDoors, throughEveryDoor, WAYS } from './every-door.ts';
import { everyField, OtherOutlets, personOf } from './other-outlets.ts';

const AVERAGE = { scope: 'inventory', method: 'moving_average' } as const;

describe('what belongs to another outlet', () => {
  it('is refused wherever a command names it', async () => {
    const asked = new Set(sampleOf(everyField(), cases(80, 80)));
    let doors: OtherOutlets | undefined;
    const business = await openBusiness(true, YEARS, AVERAGE, {
      begin: (shop, store) => {
        doors = new OtherOutlets(store, (name) => asked.has(name));
        doors.watch(shop);
      },
    });
    business.shop.afterCommand = () => business.books.catchUp();
    const opened = await openDoors(business);
    for (const [at, to] of WAYS) expect(await throughEveryDoor(business, opened, at, to)).toEqual([]);
    expect(doors?.leaks).toEqual([]);
    expect(doors?.held.size).toBeGreaterThan(20);
  }, 120_000);

  it('stays in the books when a document that reaches them is taken back, whoever entered it', async () => {
    const { shop, premises, books } = await openBusiness(true);
    shop.afterCommand = () => books.catchUp();
    const [outlet_fk = 0, to_outlet_fk = 0] = premises.outlets;
    const [from_account_fk = 0] = premises.cashes;
    const safe = { account_name: 'Safe', cash_type: 1, currency_fk: IQD };
    const to_account_fk = await shop.register('cash', { ...safe, allow_overdraft: true });
    const date = '2026-03-05';
    const moved = { outlet_fk, to_outlet_fk, date, from_account_fk, to_account_fk, amount: '7' };
    const side = { currency_fk: IQD, account: 111_000_000 + from_account_fk };
    const lines = [
      { ...side, debit: '5' },
      { ...side, account: 111_000_000 + to_account_fk, credit: '5', outlet_fk: to_outlet_fk },
    ];
    const draft = await shop.register('general_journal', { outlet_fk, date, lines, status: 'draft' });
    const reaching = [
      ['cash_transfer', await shop.register('cash_transfer', moved), 'reverse'],
      [
        'general_journal',
        await shop.register('general_journal', { outlet_fk, date, lines, status: 'posted' }),
        'reverse',
      ],
      ['general_journal', draft, 'post'],
    ] as const;
    const actor = personOf(outlet_fk, new Set(premises.inventories));
    for (const [kind, id, step] of reaching) {
      const declaration = documents.find((document) => document.kind === kind);
      const body = { reason: 'wrong' };
      const command = { declaration, id, commands: [declaration?.transitions[step]?.command(body)], body };
      const refused = await shop.handler
        .handle({ ...command, actor, confirmed: true, commandId: randomUUID() } as never)
        .catch((error: Refusal) => error.issues);
      expect([kind, step, refused]).toEqual([kind, step, [{ field: '', message: 'books_of_another_outlet' }]]);
      expect(await shop.transit(kind, id, step, body)).toBeDefined();
    }
  });
});
