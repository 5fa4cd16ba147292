/** Every message, with the parameters that the code passes, is readable in Arabic and in Kurdish. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headingOf } from '../../command-api/spreadsheets/headings.ts';
import { IMPORT_FORMATS } from '../../domain/imports/formats.ts';
import { documentResources } from '../../domain/registry/documents.ts';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { records } from '../../domain/registry/records.ts';
import { PLURAL_FORMS } from '../../domain/values/plural.ts';
import { importWord } from '../../languages/headings/import-words.ts';
import { withoutIsolates } from '../../languages/isolate.ts';
import { ar } from '../../languages/messages/ar.ts';
import { ckb } from '../../languages/messages/ckb.ts';
import { en } from '../../languages/messages/en.ts';
import { type ParameterKind, parameterKind } from '../../languages/parameters.ts';
import { fieldLabel, isLabelled, permissionName, say } from '../../languages/say.ts';
import { foreignAmong, foreignIn } from '../support/foreign-text.ts';

const LANGUAGES = ['ar', 'ckb'] as const;
/** The messages of each language. */
const TABLES: Readonly<Record<'en' | 'ar' | 'ckb', Readonly<Record<string, string>>>> = { en, ar, ckb };
const messages: Readonly<Record<string, string>> = en;

/** Values of each kind of parameter, as the code passes them. */
const SAMPLES: Readonly<Record<ParameterKind, readonly string[]>> = {
  field: ['کاڵا'],
  parameter: ['filter[total]', 'page'],
  status: ['complete', 'broken_off'],
  transitions: ['return_to_draft, close, pay_out'],
  options: ['goods, service'],
  permissions: [
    'users/index',
    'users/index##roles/show##sales/store##items/import##reports/sales',
    'model_loges/sale_log',
  ],
  document: ['S-000012', 'sale-10', 'purchase_order-3'],
  kind: ['customer', 'sale'],
  measure: ['-1234567.5', '2026-03-11', '2026-03-11 20:10:00', '5000 IQD', '1,000,000,000,000'],
  rows: ['2, 3, 14'],
  text: ['برنج', 'ناوی ٢'],
};

const placeholdersOf = (key: string): readonly string[] =>
  [...(messages[key] ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

function* filled(key: string): Generator<Readonly<Record<string, string>>> {
  const kinds = placeholdersOf(key).map((name) => [name, SAMPLES[parameterKind(key, name) ?? 'text']] as const);
  const most = Math.max(1, ...kinds.map(([, samples]) => samples.length));
  for (let turn = 0; turn < most; turn += 1) {
    yield Object.fromEntries(kinds.map(([name, samples]) => [name, samples[turn % samples.length] as string]));
  }
}

describe('every sentence', () => {
  it('declares the kind of each of its placeholders', () => {
    const unknown = Object.keys(en).flatMap((key) =>
      placeholdersOf(key).filter((name) => parameterKind(key, name) === undefined),
    );
    expect(unknown).toEqual([]);
  });

  it.each(LANGUAGES)('has nothing foreign in %s, whatever it is filled with', (language) => {
    const said = Object.keys(en)
      // In the specification, a database error is only a code.
      .filter((key) => key !== 'database_error')
      .flatMap((key) => [...filled(key)].map((params) => say(language, key, params, 'item_type')));
    expect(said.length).toBeGreaterThan(300);
    expect(foreignAmong(said)).toEqual([]);
  });

  it.each(LANGUAGES)('isolates its own numbers in %s, so that they have the digits of the person', (language) => {
    const bare = Object.keys(en)
      .map((key) => say(language, key, {}, 'item_type').replace(/\u2066[^\u2069]*\u2069/g, ''))
      .filter((sentence) => /\d/.test(sentence));
    expect(bare).toEqual([]);
    expect(say(language, 'must_be_percent', {}, 'tax_percent')).toContain('\u2066100\u2069');
  });

  it.each(LANGUAGES)('isolates numbers and foreign names in %s', (language) => {
    const said = say(language, 'no_enough_balance', { account: 'Till 2', available: '-5000 IQD', day: '2026-03-01' });
    expect(said).toContain('\u2066-5,000 IQD\u2069');
    expect(said).toContain('\u2068Till 2\u2069');
    expect(said).toContain('\u206601/03/2026\u2069');
    const clocks = say(language, 'clock_differs', { said: '2026-03-01 20:10:00', clock: '2026-03-01 19:58:00' });
    expect(clocks).toContain('01/03/2026 20:10:00');
    expect(clocks).not.toContain('2026-03');
    // A typed text cannot change the direction of the message.
    const typed = say(language, 'already_taken', { key: 'a\u202eb\u2069c' }, 'outlet_name');
    expect(typed).toContain('\u2068abc\u2069');
    expect(typed.match(/[\u202a-\u202e]/)).toBeNull();
  });
});

/**
 * The calls of `say` in the code: the key, and the names of its parameters. Returned messages are filled by the caller.
 */
function calls(): { readonly file: string; readonly key: string; readonly given: readonly string[] }[] {
  const found = [];
  for (const top of ['domain', 'command-api', 'identity', 'read-api']) {
    const folder = join(import.meta.dirname, '../..', top);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8');
      for (const [, key = '', object = ''] of text.matchAll(
        /(?<!\{\s*message: )'([a-z_]+)',\s*(?:params: )?\{\s*([^{}]*)\}/g,
      )) {
        if (!(key in messages)) continue;
        const given = object.split(',').map((part) => part.trim().split(':')[0] as string);
        found.push({ file: `${top}/${file}`, key, given });
      }
    }
  }
  return found;
}

describe('every call in the code', () => {
  it('gives its sentence all that it says', () => {
    const all = calls();
    expect(all.length).toBeGreaterThan(60);
    const wrong = all.flatMap(({ file, key, given }) =>
      placeholdersOf(key)
        .filter(
          (name) =>
            name !== 'field' && !given.includes(name) && !given.some((candidate) => candidate.startsWith('...')),
        )
        .map((name) => `${file}: ${key} is not given ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('names fields that have a label', () => {
    const text = ['domain', 'command-api'].flatMap((top) => {
      const folder = join(import.meta.dirname, '../..', top);
      return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !/^(demo|imports)/.test(name))
        .map((name) => readFileSync(join(folder, name), 'utf8'));
    });
    const fields = text.flatMap((name) =>
      [...name.matchAll(/\.(?:add|check)\((?:[^'`(),]+,\s*)?[`']([^`']*)[`'],\s*'[a-z_]+'/g)].map(
        ([, path]) => (path as string).split(/[.}]/).at(-1) as string,
      ),
    );
    const names = new Set(fields.filter((name) => /^[a-z_]+$/.test(name)));
    expect(names.size).toBeGreaterThan(50);
    expect([...names].filter((name) => !isLabelled(name))).toEqual([]);
  });
});

describe('every word', () => {
  it.each(LANGUAGES)('for a kind of record or document is there in %s', (language) => {
    const kinds = [...new Set([...records, ...documentResources].map(({ kind }) => kind))];
    expect(kinds.filter((kind) => !isLabelled(`${kind}_fk`))).toEqual([]);
    expect(foreignAmong(kinds.map((kind) => fieldLabel(language, `${kind}_fk`)))).toEqual([]);
  });

  it.each(LANGUAGES)('for a permission is there in %s', (language) => {
    const unnamed = allPermissions().filter((permission) => foreignIn(permissionName(language, permission)).length > 0);
    expect(unnamed).toEqual([]);
  });

  it.each(LANGUAGES)('of a spreadsheet is there in %s', (language) => {
    const said = IMPORT_FORMATS.flatMap(({ columns, parameters }) => [
      ...columns.map((column) => headingOf(language, column)),
      ...parameters.map(({ name }) => importWord(language, 'parameter', name) ?? name),
      ...[...columns, ...parameters].flatMap(({ kind, values = [] }) =>
        values.map((value) => importWord(language, kind === 'column' ? 'column' : 'value', value) ?? value),
      ),
    ]);
    expect(foreignAmong(said)).toEqual([]);
  });
});

describe('a number in a sentence', () => {
  const overdue = (language: 'en' | 'ar' | 'ckb', days: string) =>
    withoutIsolates(say(language, 'customer_overdue', { document: 'S-1', days }));

  it.each([
    ['en', '1', 'for 1 day'],
    ['en', '30', 'for 30 days'],
    ['ar', '1', 'منذ يوم واحد'],
    ['ar', '2', 'منذ يومين'],
    ['ar', '5', 'منذ 5 أيام'],
    ['ar', '30', 'منذ 30 يوماً'],
    ['ar', '102', 'منذ 102 يوم'],
    ['ckb', '1', '1 ڕۆژە'],
  ] as const)('has the noun in its form in %s beside %s', (language, days, said) => {
    expect(overdue(language, days)).toContain(said);
  });

  it('has a form for each that the language has', () => {
    for (const language of ['en', ...LANGUAGES] as const) {
      const sentences = Object.values(TABLES[language]).flatMap((text) => [...text.matchAll(/\[([^\]]*\|[^\]]*)\]/g)]);
      if (language !== 'ckb') expect(sentences.length).toBeGreaterThan(3);
      for (const [, forms = ''] of sentences) expect(forms.split('|')).toHaveLength(PLURAL_FORMS[language].length);
    }
  });
});

describe('in English', () => {
  it('at most three permissions are named, and how many more there are', () => {
    const permission = 'users/index##users/show##roles/index##roles/show##sales/store';
    expect(say('en', 'permissions_missing', { permission })).toBe(
      'You need one of these permissions: Staff – See the list, Staff – Open, Roles and permissions – See the list and 2 more',
    );
    expect(say('en', 'holds_more_than_you', { permission: 'users/index', permission_count: '12' })).toMatch(
      /and 11 more$/,
    );
  });

  it('a document has its number, and its kind while it has none', () => {
    expect(say('en', 'customer_overdue', { document: 'S-000012', days: '1266' })).toBe(
      'The customer has not paid S-000012 for 1,266 days',
    );
    expect(say('en', 'customer_overdue', { document: 'sale-10', days: '5' })).toContain('Sale 10');
  });

  it('a name in other letters is isolated, and nothing else', () => {
    expect(say('en', 'already_taken', { key: 'برنج' }, 'item_name')).toBe(
      'Item name is already taken: \u2068برنج\u2069',
    );
    const plain = say('en', 'not_enough_stock', { item: 'Rice', inventory: 'Main', available: '5', day: '2026-03-01' });
    expect(plain).toBe(withoutIsolates(plain));
  });
});
