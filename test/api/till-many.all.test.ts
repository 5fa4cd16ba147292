/**
 * Many receipts of many devices, each sent one to five times in any order, while others send too: each is stored once,
 * no number is missing, and the drawers balance exactly.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntryContent } from '../../domain/till/device-entry.schema.ts';
import type { ChainedEntry, EntryAnswer } from '../../domain/till/device-entry.ts';
import { Chance } from '../../tools/demo/chance.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { rounds, SEED } from '../support/ring.ts';
import { purchaseBody } from './shop.ts';
import {
  acrossFindings,
  DAY,
  newCashier,
  type OpenedTill,
  openedTill,
  openTillShop,
  receiptOf,
  send,
  type TillShop,
} from './tilling.ts';

const DEVICES = rounds(4, 20);
const RECEIPTS = rounds(100, 10_000);
const SENT_MOST = 5;
const AT_ONCE_MOST = 40;
/** The number of concurrent requests. */
const CLIENTS = 6;
const FLOAT = 10_000;
const LIMIT_MS = rounds(120_000, 1_800_000);

/** A device, with the amount that its drawer received. */
interface Counted {
  readonly till: OpenedTill;
  readonly receipts: readonly ChainedEntry[];
  readonly cash: number;
  readonly sold: number;
}

interface Sending {
  readonly till: OpenedTill;
  readonly entries: readonly ChainedEntry[];
}

const chance = new Chance(SEED);

function shuffled<Value>(values: readonly Value[]): Value[] {
  const mixed = [...values];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = chance.between(0, last);
    [mixed[last], mixed[other]] = [mixed[other] as Value, mixed[last] as Value];
  }
  return mixed;
}

const next = ({ device, opened }: OpenedTill, content: EntryContent) =>
  device.chain.next(content, { cashier: opened.cashier_fk });

/** Receipts of one to five bags, paid in cash, in cash with change, or by app. */
async function traded(shop: TillShop, till: OpenedTill, count: number): Promise<Counted> {
  const receipts: ChainedEntry[] = [];
  let [cash, sold] = [0, 0];
  for (let place = 0; place < count; place += 1) {
    const bags = chance.between(1, 5);
    const byApp = chance.inHundred(20);
    const change = chance.inHundred(30) ? 250 : 0;
    const total = bags * 1000;
    const time = `08:${String(1 + Math.floor(place / 60)).padStart(2, '0')}:${String(place % 60).padStart(2, '0')}`;
    const paid = byApp
      ? { payments: [{ method: 'app' as const, amount: String(total) }] }
      : {
          payments: [{ method: 'cash' as const, amount: String(total + change), account_fk: till.account }],
          change: String(change),
        };
    const at = { drawer: till.drawer, account: till.account, number: till.device.chain.number };
    receipts.push(await next(till, receiptOf(shop, at, bags, { time, ...paid })));
    sold += bags;
    if (!byApp) cash += total;
  }
  return { till, receipts, cash, sold };
}

/** Each entry one to five times, in batches of any size, in any order. */
function sendingsOf(tills: readonly Counted[]): Sending[] {
  const sendings = tills.flatMap(({ till, receipts }) => {
    const often = [till.opened, ...receipts].flatMap((entry) =>
      Array<ChainedEntry>(chance.between(1, SENT_MOST)).fill(entry),
    );
    const mixed = shuffled(often);
    const batches: Sending[] = [];
    while (mixed.length > 0) batches.push({ till, entries: mixed.splice(0, chance.between(1, AT_ONCE_MOST)) });
    return batches;
  });
  return shuffled(sendings);
}

describe('many receipts', () => {
  let office: Office;
  let shop: TillShop;
  let tills: Counted[];
  beforeAll(async () => {
    office = await openOffice();
    shop = await openTillShop(office);
    await office.add('purchases', purchaseBody(shop, String(RECEIPTS * 5)));
    tills = [];
    for (let number = 1; number <= DEVICES; number += 1) {
      const till = await openedTill(shop, `Till ${number}`, await newCashier(shop, `Cashier-${number}`));
      tills.push(await traded(shop, till, RECEIPTS / DEVICES));
    }
  }, LIMIT_MS);
  afterAll(() => office?.close());

  it(
    `${RECEIPTS} of ${DEVICES} devices are stored once each, however often and in whatever order they are sent`,
    async () => {
      const sendings = sendingsOf(tills);
      const answers: EntryAnswer[] = [];
      const client = async () => {
        for (let one = sendings.pop(); one; one = sendings.pop()) {
          const answered = await send(office, one.till.device, one.entries);
          expect(answered.map(({ uuid }) => uuid)).toEqual(one.entries.map(({ uuid }) => uuid));
          answers.push(...answered);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      const stored = answers.filter(({ state }) => state === 'stored').map(({ uuid }) => uuid);
      expect(answers.filter(({ state }) => state === 'refused')).toEqual([]);
      expect([stored.length, new Set(stored).size]).toEqual([RECEIPTS + DEVICES, RECEIPTS + DEVICES]);
      // A repeated entry gets the answer of the first one.
      const documents = new Map<string, Set<string>>();
      for (const { uuid, id, number } of answers) {
        documents.set(uuid, (documents.get(uuid) ?? new Set()).add(`${id} ${number}`));
      }
      expect([...documents.values()].filter(({ size }) => size !== 1)).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'no number is missing, each drawer has what was taken, and the books have all of it',
    async () => {
      const drawers = new Map<number | undefined, string>();
      for (const { till, cash, receipts } of tills) {
        const expected = String(FLOAT + cash);
        const at = (time: string) => ({ drawer: till.drawer, date: DAY, time });
        const evening = [
          await next(till, {
            ...{ kind: 'count', ...at('10:00:00') },
            accounts: [{ account_fk: till.account, counted_amount: expected }],
          }),
          await next(till, {
            ...{ kind: 'close_drawer', ...at('10:01:00') },
            accounts: [{ account_fk: till.account, left_amount: '0', expected_amount: expected }],
          }),
        ];
        const done = await send(office, till.device, evening);
        // The expected amounts equal those that the device printed; otherwise the answer would name a rule.
        expect(done.map(({ state, review }) => [state, review])).toEqual(Array(2).fill(['stored', undefined]));
        drawers.set(done[1]?.id, expected);
        const headers = { cookie: till.device.cookie };
        const state = await office.send('GET', 'till/state', undefined, { token: '', headers });
        expect(state.body.data).toMatchObject({ last_sequence: receipts.length + 3, missing: 0 });
      }
      expect(await acrossFindings(office)).toEqual([]);
      for (const [id, expected_amount] of drawers) {
        const drawer = (await office.read(`closing_drawers/${id}`)).data;
        expect(drawer).toMatchObject({ status: 'closed', closing: { accounts: [{ expected_amount }] } });
      }
      const listed = (await office.read('pos_sales?per_page=10')).data;
      expect(Number(listed['total'])).toBe(RECEIPTS);
      const sold = tills.reduce((sum, one) => sum + one.sold, 0);
      const stock = (await office.read('stocks?search=Rice&per_page=10')).data['data'] as unknown as {
        quantity: string;
      }[];
      expect(stock.map(({ quantity }) => quantity)).toContain(String(1000 + RECEIPTS * 5 - sold));
      const trial = (await office.read('financial_reports/trial_balance')).data['rows'] as unknown as Row[];
      const of = (name: string) =>
        trial
          .filter((row) => (row.name ?? row.key) === name)
          .reduce((sum, { debit, credit }) => sum + Number(debit) - Number(credit), 0);
      const cash = tills.reduce((sum, one) => sum + one.cash, 0);
      expect([of('Safe'), of('app-clearing')]).toEqual([10_000_000 + cash, sold * 1000 - cash]);
      for (const { till } of tills) expect(of(`Box Till ${till.device.till}`)).toBe(0);
    },
    LIMIT_MS,
  );
});

interface Row {
  readonly key: string;
  readonly name: string | null;
  readonly debit: string;
  readonly credit: string;
}
