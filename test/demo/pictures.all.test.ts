/**
 * The pictures of the demonstration's goods: one for each kind, all different, drawn by the program and served like
 * uploaded ones.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Commands, openCommands } from '../../command-api/commands/open-commands.ts';
import { CATEGORIES } from '../../tools/demo/goods/goods-words.ts';
import { pictureOf } from '../../tools/demo/goods/item-pictures.ts';
import { SIGNS } from '../../tools/demo/goods/item-signs.ts';
import { itemBody, openShop } from '../api/shop.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';

let office: Office;
let commands: Commands;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'daftar-demo-pictures-'));
  office = await openOffice(dataDir);
  commands = await openCommands({ databaseUrl: rolesAt(office.database.url).command, dataDir });
});
afterAll(async () => {
  await commands?.close();
  await office?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const NAMES = Object.keys(SIGNS);

describe('the pictures of the demonstration', () => {
  it('have a sign for every kind of goods', () => {
    const kinds = CATEGORIES.flatMap((category) => category.kinds.map(({ en }) => en));
    expect(kinds.filter((kind) => !NAMES.includes(kind))).toEqual([]);
  });

  it('are served with their items, each another one, and small for lists and tills', async () => {
    const shop = await openShop(office);
    const pictures: string[] = [];
    for (const [number, name] of NAMES.entries()) {
      const id = await pictureOf(commands, name, number);
      await office.add('items', itemBody(shop.unit, name, { item_code: `P${number}`, images: [id] }));
      pictures.push(id);
    }
    const seen = async (id: string, query: string) => {
      const headers = { authorization: `Bearer ${office.token}`, 'x-wait-for-position': office.position };
      const answer = await office.app.inject({ method: 'GET', url: `/api/images/${id}${query}`, headers });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
      return createHash('sha256').update(answer.rawPayload).digest('hex');
    };
    for (const query of ['', '?size=small']) {
      const shown = await Promise.all(pictures.map((id) => seen(id, query)));
      expect(new Set(shown).size).toBe(NAMES.length);
    }
  });
});
