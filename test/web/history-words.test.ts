/**
 * The history of documents and records in words: every event, every field that an event can change, and every value of
 * an enumeration, generated from the stored samples. A new event or field is tested by its sample.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PROGRAM_REASONS, storedReasons } from '../../domain/deciding/program-reasons.ts';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { documentResources, documents } from '../../domain/registry/documents.ts';
import { EVENT_TYPES } from '../../domain/registry/event-types.ts';
import { records } from '../../domain/registry/records.ts';
import { upcast } from '../../domain/versions/upcast.ts';
import { documentsAr } from '../../languages/names/documents-ar.ts';
import { documentsCkb } from '../../languages/names/documents-ckb.ts';
import { documentsEn } from '../../languages/names/documents-en.ts';
import { labelsAr } from '../../languages/words/labels-ar.ts';
import { labelsCkb } from '../../languages/words/labels-ckb.ts';
import { labelsEn } from '../../languages/words/labels-en.ts';
import { type Change, changesBetween, flattenDocument, flattenRecord } from '../../read-api/details/changes.ts';
import { documentHistoryRoute, recordHistoryRoute } from '../../read-api/details/history.ts';
import { type EventKind, eventFilters } from '../../web/ledger/event-filters.ts';
import { tablesIn } from '../../web/shared/history/changed-lists.ts';
import { eventWords, valueWords } from '../../web/shared/history/event-words.ts';
import { historyPermission } from '../../web/shared/history/history-permission.ts';
import { reasonCodes, reasonWords } from '../../web/shared/history/reason-words.ts';
import { hasText, say, startLanguage } from '../../web/shared/language/language.ts';
import { fieldLabel, monthWords } from '../../web/shared/language/names.ts';
import { setPreferences } from '../../web/shared/language/preferences.ts';
import { kindWords, streamWords } from '../../web/shared/report/report-links.tsx';
import { shapeTemplate } from '../../web/shared/typing/digits.ts';
import { type Golden, readGolden } from '../domain/golden.ts';
import { foreignAmong } from '../support/foreign-text.ts';

const LANGUAGES = ['ar', 'ckb'] as const;
/** Texts that people write. */
const TYPED =
  /^(note|reason|.*_name|.*_name_contains|title|code|email|receiver|number|reference_number|difference_reason|time|permissions)$|(_ar|_ckb)$/;
/** Paths of screens, checksums, positions, and texts of tills, which need no words. */
const CODES = new Set(['said', 'clock', 'booked', 'url', 'position', 'digest', 'document', 'images', 'theme', 'lang']);

const samples = readGolden();
const lastName = (field: string): string => field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field;

/** The changes of a history as the API returns them; the event itself shows that a record is retired. */
function changesOf({ kind, events }: Golden): readonly Change[] {
  const document = documents.find((document) => document.kind === kind);
  const record = records.find((record) => record.kind === kind);
  const decider = document?.decider ?? (record && recordDecider(record));
  if (!decider) throw new Error(`no kind ${kind}`);
  const flatten = (state: never) => (document ? flattenDocument(document, state) : flattenRecord(state));
  let state = decider.initial as never;
  return events.flatMap((event) => {
    const before = state;
    state = decider.evolve(state, upcast(event) as never) as never;
    return changesBetween(flatten(before), flatten(state)).filter(({ field }) => field !== 'is_retired');
  });
}

const DOCUMENTS = { en: documentsEn, ar: documentsAr, ckb: documentsCkb };
const LABELS = { en: labelsEn, ar: labelsAr, ckb: labelsCkb };
const changes = samples.flatMap(changesOf);

const kinds: readonly EventKind[] = [...EVENT_TYPES].map(([kind, types]) => ({ kind, types }));

/** All words that the log's filters offer. */
const wordsOfFilters = (): readonly string[] => {
  const filters = [
    ...eventFilters(kinds, '', ''),
    ...kinds.flatMap(({ kind, types: [type = ''] }) => eventFilters(kinds, kind, type)),
  ];
  const streams = kinds.map(({ kind }) => streamWords(`${kind}-12`));
  return [...filters.flatMap(({ words = [], label }) => [say(label), ...words.map((word) => word.label)]), ...streams];
};

it('filters the log by words in English, each kind by words of its own', async () => {
  await speak('en');
  const [, , kind, type] = eventFilters(kinds, '', '');
  const labels = (kind?.words ?? []).map(({ label }) => label);
  expect(labels.length).toBe(kinds.length);
  expect(new Set(labels).size).toBe(labels.length);
  expect(wordsOfFilters().filter((word) => /[a-z][._][a-z]|\bsale-\d/.test(word))).toEqual([]);
  // Records and documents share the words of events with one meaning.
  expect(type?.words).toContainEqual({ label: 'Changed', value: 'amended,changed' });
  const [, , , ofSales] = eventFilters(kinds, 'sale', 'sale.completed');
  expect(ofSales?.words).toContainEqual({ label: 'Completed', value: 'completed' });
  expect(ofSales?.words?.map(({ value }) => value)).not.toContain('counted');
});

it('is offered with the permissions that the server accepts for it', () => {
  const routes = [...documentResources.map(documentHistoryRoute), ...records.map(recordHistoryRoute)];
  const asked = routes.map(({ url }) => [url, historyPermission(url.split('/')[1] ?? '')]);
  expect(asked).toEqual(routes.map(({ url, permission }) => [url, permission]));
});

async function speak(language: 'en' | (typeof LANGUAGES)[number]): Promise<void> {
  await startLanguage();
  for (const area of ['fields', 'history', 'table', 'report']) {
    const table = readFileSync(join('languages', 'screens', language, `${area}.json`), 'utf8');
    i18next.addResourceBundle(language, area, JSON.parse(table));
  }
  i18next.addResourceBundle(language, 'documents', DOCUMENTS[language]);
  const labels = Object.entries(LABELS[language]).map(([key, text]) => [key.replace('field.', ''), text]);
  i18next.addResourceBundle(language, 'labels', Object.fromEntries(labels));
  await i18next.changeLanguage(language);
}

describe.each(LANGUAGES)('a history in %s', (language) => {
  beforeAll(() => speak(language));
  afterAll(async () => {
    await i18next.changeLanguage('en');
  });

  it('names every event', () => {
    const types = [...EVENT_TYPES.values()].flat();
    expect(types.length).toBeGreaterThan(300);
    expect(types.filter((type) => eventWords(type) === type)).toEqual([]);
    expect(foreignAmong(types.map(eventWords))).toEqual([]);
  });

  it('names every kind of document and record', () => {
    const kinds = [...documents, ...records].map(({ kind }) => kind);
    expect(foreignAmong(kinds.map(kindWords))).toEqual([]);
  });

  it('filters the log by words alone', () => {
    const words = wordsOfFilters();
    expect(words.length).toBeGreaterThan(500);
    expect(foreignAmong(words)).toEqual([]);
  });

  it('names every field that an event changes, and every field of an event', () => {
    const said = samples.flatMap(({ events }) => events.flatMap(({ data }) => changesBetween({}, data)));
    const names = [...new Set([...changes, ...said].map(({ field }) => lastName(field)))].filter((name) => name !== '');
    expect(names.length).toBeGreaterThan(250);
    expect(names.filter((name) => !(hasText(`fields:${name}`) || hasText(`labels:${name}`))).sort()).toEqual([]);
    expect(foreignAmong(names.map(fieldLabel))).toEqual([]);
  });

  it('has words for the values of enumerations', () => {
    const unsaid = changes.flatMap(({ field, before, after }) => {
      const name = lastName(field);
      if (TYPED.test(name) || CODES.has(name)) return [];
      return [before, after]
        .flat()
        .filter((value) => typeof value === 'string' && /^[a-z]+(_[a-z]+)*$/.test(value))
        .filter((value) => foreignAmong([valueWords(field, value)]).length > 0)
        .map((value) => `${name}.${value}`);
    });
    expect([...new Set(unsaid)].sort()).toEqual([]);
    expect(valueWords('safe_account_type', 1)).toBe(valueWords('cash_type', 1));
    expect(valueWords('date', '2026-03-11')).toBe('11/03/2026');
  });
});

describe('a reason', () => {
  afterAll(async () => {
    await i18next.changeLanguage('en');
  });

  it('of the program has words in every language, also as older logs have it, and is found by a part of them', async () => {
    for (const language of LANGUAGES) {
      await speak(language);
      for (const reason of PROGRAM_REASONS) {
        for (const stored of storedReasons(reason)) {
          const words = reasonWords(stored);
          expect([stored, foreignAmong([words])]).toEqual([stored, []]);
          expect(reasonCodes(words.slice(2, 12))?.split(',')).toContain(reason);
        }
      }
    }
    expect(storedReasons('first_start')).toContain('first start');
  });

  it('of a person is what they wrote', () => {
    expect([reasonWords('Wrong price'), reasonWords(null), reasonCodes('wrong price')]).toEqual([
      'Wrong price',
      '',
      undefined,
    ]);
  });
});

/** Preferences are written to the root element. */
vi.stubGlobal('document', { documentElement: { dataset: {} } });
// Files that run after this one in the same process load components, which would take it for a page.
afterAll(() => vi.unstubAllGlobals());

describe('the changes of an event', () => {
  it('are one table for each list, with a row for each line and no identifiers', () => {
    const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });
    const { single, lists } = tablesIn([
      change('note', null, 'late'),
      change('lines.1.line_id', null, 1),
      change('lines.1.quantity', '2', '3'),
      change('lines.2.quantity', '1', null),
      change('lines.2.price', '250', null),
    ]);
    expect(single.map(({ field }) => field)).toEqual(['note']);
    const [lines] = lists;
    expect(lines?.fields).toEqual(['quantity', 'price']);
    expect(lines?.rows.map(({ key, changes }) => [key, [...changes.keys()]])).toEqual([
      ['1', ['quantity']],
      ['2', ['quantity', 'price']],
    ]);
  });

  it('show figures, days and times in the digits of the person, and codes as they are', () => {
    setPreferences({ digits: 'arabic' });
    expect(valueWords('lines.1.price', '16250')).toBe('١٦٬٢٥٠');
    expect(valueWords('date', '2026-11-21')).toBe('٢١/١١/٢٠٢٦');
    expect(valueWords('time', '15:43')).toBe('١٥:٤٣');
    expect(valueWords('item_code', '16250')).toBe('16250');
    expect(valueWords('mobile', '07700000000')).toBe('07700000000');
    setPreferences({ digits: 'latin' });
    expect(valueWords('lines.1.price', 40000000)).toBe('40,000,000');
  });

  it('show all stored decimals, so that the values before and after a change differ', () => {
    expect([valueWords('lines.1.price', '1250.1234'), valueWords('lines.1.price', '1250.1231')]).toEqual([
      '1,250.1234',
      '1,250.1231',
    ]);
    expect(valueWords('rate', '0.00067567567568')).toBe('0.00067567567568');
  });
});

describe('the numbers of a text', () => {
  it('have the digits of the person, and keys, papers and codes do not', async () => {
    await speak('ckb');
    setPreferences({ digits: 'arabic' });
    expect(shapeTemplate('30 ڕۆژ، 100٪، 15/3/2026', 'arabic')).toBe('٣٠ ڕۆژ، ١٠٠٪، ١٥/٣/٢٠٢٦');
    expect(shapeTemplate('A4, F9, EAN-13, 0123456789', 'arabic')).toBe('A4, F9, EAN-13, 0123456789');
    expect(say('report:choices.thirty_days')).toContain('٣٠');
    setPreferences({ digits: 'latin' });
    expect(say('report:choices.thirty_days')).toContain('30');
    await speak('en');
  });

  it('are words for a month', () => {
    expect(monthWords('2026-05')).not.toContain('-');
    expect(monthWords('Main')).toBe('Main');
  });
});
