/** Exports whose names and reasons contain entries, accounts or directives of the format. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personOf } from '../../identity/person.ts';
import { beancountEntry, beancountHead } from '../../read-api/audit/export/beancount.ts';
import { type Books, type ExportEntry, entriesOf, readBooks } from '../../read-api/audit/export/entries.ts';
import { hledgerEntry, hledgerHead } from '../../read-api/audit/export/hledger.ts';
import { saftEntry } from '../../read-api/audit/export/saft.ts';
import { inSnapshot } from '../../read-api/database/reader.ts';
import { smallYear, type Year } from './year.ts';

const owner = personOf(1, { user_name: 'owner', email: 'o@example.com' }, undefined);
/** Each text would be a line, a posting, a tag or a directive if it were not escaped. */
const FORGED = [
  'A\n2026-01-01 * forged\n    Assets:1110 Cash  1000.0000 IQD\n',
  'B\r\n2026-01-01 * "forged" ""\r\n  Assets:1110-Cash  1000.0000 IQD\r\n',
  'C\u2028include /etc/passwd\u0085!include /etc/passwd',
  'D" "forged"\\\n2026-01-01 close Assets:1110-Cash\nplugin "os"',
  'E | payee ; date:2026-01-01, forged: yes\tF',
  '</Description><Line><forged>&x;</forged>]]><!--',
];

let year: Year;
let books: Books;
let entry: ExportEntry;
beforeAll(async () => {
  year = await smallYear();
  [books, entry] = await inSnapshot(year.reader, async (snapshot) => {
    const read = await readBooks(snapshot, {});
    for await (const page of entriesOf(snapshot, read, owner)) {
      const found = page.find(({ lines }) => lines.some(({ party }) => party !== null));
      if (found) return [read, found] as const;
    }
    throw new Error('no entry has a party');
  });
});
afterAll(() => year?.close());

/** The books, with this text wherever a person can enter one. */
const said = (text: string): readonly [Books, ExportEntry] => {
  const names = new Map(
    [...books.names.keys(), ...entry.lines.map(({ party }) => party ?? '')].map((key) => [key, text]),
  );
  return [
    { ...books, business: text, names: new Map([...names, [`user-${entry.actor}`, text]]) },
    { ...entry, number: text, reason: text },
  ];
};
const linesOf = (text: string) => text.split('\n');
/** Characters that some readers interpret as the end of a line. */
const OTHER_ENDS = /[\r\v\f\u0085\u2028\u2029]/;

describe.each(FORGED)('%j', (text) => {
  it('stays in its place in the journals: no line more, and none that begins otherwise', () => {
    const [plainBooks, plain] = said('plain');
    const [forgedBooks, forged] = said(text);
    for (const write of [hledgerEntry, beancountEntry]) {
      const [expected, got] = [write(plainBooks, plain), write(forgedBooks, forged)];
      expect(linesOf(got)).toHaveLength(linesOf(expected).length);
      expect(got).not.toMatch(OTHER_ENDS);
      const begins = (lines: readonly string[]) => lines.map((line) => /^( *)(\S{0,4})/.exec(line)?.[0]);
      expect(begins(linesOf(got))).toEqual(begins(linesOf(expected)));
    }
    for (const head of [hledgerHead, beancountHead]) {
      const [expected, got] = [[...head(plainBooks)].join(''), [...head(forgedBooks)].join('')];
      expect(linesOf(got)).toHaveLength(linesOf(expected).length);
      expect(got).not.toMatch(OTHER_ENDS);
    }
  });

  it('is text of its element in the audit file', () => {
    const [forgedBooks, forged] = said(text);
    const got = saftEntry(forgedBooks, forged);
    expect(got).not.toMatch(/<forged>|<!--|&x;|\]\]><|<\/Description><Line><f/);
    const [plainBooks, plain] = said('plain');
    const tags = (xml: string) => xml.match(/<[^>]*>/g);
    expect(tags(got)).toEqual(tags(saftEntry(plainBooks, plain)));
  });
});
