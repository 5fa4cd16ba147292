/** The chain of a till's entries: the hashed text, its hash, and the findings on a changed entry. */
import { createHash } from 'node:crypto';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { DeviceEntryBody } from '../../domain/till/device-entry.schema.ts';
import {
  type DeviceEntry,
  entryHash,
  entryText,
  NO_ENTRY,
  paperNumber,
  paperPrefix,
} from '../../domain/till/device-entry.ts';

const digest = (bytes: Uint8Array<ArrayBuffer>) => crypto.subtle.digest('SHA-256', bytes);

const ENTRY: DeviceEntry = {
  uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
  enrolment: '01890a5d-0000-7000-8000-000000000001',
  sequence: 1,
  previous: NO_ENTRY,
  made_at: '2026-03-04T07:15:00.000Z',
  clock_offset: -1500,
  cashier_fk: 7,
  approved_by_fk: null,
  content: {
    kind: 'pay_in',
    drawer: { uuid: '01890a5d-0000-7000-8000-000000000002' },
    date: '2026-03-04',
    time: '10:15:00',
    account_fk: 3,
    amount: '25000',
    note: 'گۆڕینەوە "وردە"',
  },
};

describe('an entry of a till', () => {
  it('has one text, whatever the order of its members and whether those without a value are named', () => {
    const { content, ...rest } = ENTRY;
    const turned = Object.fromEntries(Object.entries(content).reverse());
    const same = { content: { ...turned, nothing: undefined }, ...rest } as unknown as DeviceEntry;
    expect(entryText(same)).toBe(entryText(ENTRY));
    expect(entryText(ENTRY)).toBe(
      '{"approved_by_fk":null,"cashier_fk":7,"clock_offset":-1500,"content":{"account_fk":3,"amount":"25000",' +
        '"date":"2026-03-04","drawer":{"uuid":"01890a5d-0000-7000-8000-000000000002"},"kind":"pay_in",' +
        '"note":"گۆڕینەوە \\"وردە\\"","time":"10:15:00"},"enrolment":"01890a5d-0000-7000-8000-000000000001",' +
        `"made_at":"2026-03-04T07:15:00.000Z","previous":"${NO_ENTRY}","sequence":1,` +
        '"uuid":"01890a5d-ac96-774b-bcce-b302099a8057"}',
    );
  });

  it('has the SHA-256 of that text as its hash', async () => {
    const hash = await entryHash(ENTRY, digest);
    expect(hash).toBe(createHash('sha256').update(entryText(ENTRY)).digest('hex'));
    expect(hash).toBe('b96db54f62dbe367e03f423338a014e8992cd8adf1b52bd270935be05e57fb23');
  });

  it('has another hash when anything of it is changed, but for the hash that it carries', async () => {
    const hash = await entryHash(ENTRY, digest);
    const changed: readonly Partial<DeviceEntry>[] = [
      { sequence: 2 },
      { clock_offset: 0 },
      { approved_by_fk: 7 },
      { content: { ...ENTRY.content, date: '2026-03-05' } },
    ];
    for (const change of changed) expect(await entryHash({ ...ENTRY, ...change }, digest)).not.toBe(hash);
    expect(await entryHash({ ...ENTRY, ...{ hash } }, digest)).toBe(hash);
  });

  it('is refused by the schema when it holds anything else', () => {
    const schema = Compile(DeviceEntryBody);
    const sent = { ...ENTRY, hash: NO_ENTRY };
    expect(schema.Check(sent)).toBe(true);
    expect(schema.Check({ ...sent, total: '1' })).toBe(false);
    expect(schema.Check({ ...sent, content: { ...sent.content, total: '1' } })).toBe(false);
    expect(schema.Check({ ...sent, sequence: 0 })).toBe(false);
    expect(schema.Check({ ...sent, made_at: '2026-03-04' })).toBe(false);
  });
});

describe('the number on the paper of a till', () => {
  it('has the till, its device when it is not the first, and the sequence', () => {
    expect(paperNumber(paperPrefix(3, 1), 127)).toBe('T3-000127');
    expect(paperNumber(paperPrefix(3, 2), 1)).toBe('T3-2-000001');
    expect(paperNumber(paperPrefix(12, 1), 1_234_567)).toBe('T12-1234567');
  });
});
