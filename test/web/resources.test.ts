import { describe, expect, it } from 'vitest';
import { lookupsIn } from '../../domain/records/lookups.ts';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { documentsAr } from '../../languages/names/documents-ar.ts';
import { documentsCkb } from '../../languages/names/documents-ckb.ts';
import { documentsEn } from '../../languages/names/documents-en.ts';
import ar from '../../languages/screens/ar/report.json' with { type: 'json' };
import ckb from '../../languages/screens/ckb/report.json' with { type: 'json' };
import en from '../../languages/screens/en/report.json' with { type: 'json' };
import { RESOURCES } from '../../web/shared/api/resources.ts';
import { DOCUMENT_PAGES } from '../../web/shared/navigation/document-pages.ts';
import { entriesOf, MENU } from '../../web/shared/navigation/menu-table.ts';
import { AREA_ROUTES } from '../../web/shell/areas.ts';

const declared = new Map(records.map((record) => [record.resource, record]));
/** Documents are looked up by their number. */
const numbered = new Set(documents.map((document) => document.resource));
const paths = AREA_ROUTES.map(({ path }) => path);

describe('the resources of the web', () => {
  it.each(Object.entries(RESOURCES))('%s is named as the domain declares it', (name, resource) => {
    const record = declared.get(name);
    const named = record && { id: record.idField, name: record.nameField };
    const expected = numbered.has(name) ? { id: 'id', name: 'number' } : named;
    expect({ id: resource.id, name: resource.name }).toEqual(expected);
  });

  it.each(Object.entries(RESOURCES).filter(([, { hint }]) => hint))(
    '%s has a hint that its list sends',
    (name, { hint = '' }) => {
      // Lists of documents send the names of the records that they refer to.
      const body = documents.find(({ resource }) => resource === name)?.body;
      const named = body && [...lookupsIn(body).keys()].map((field) => field.replace(/_fk$/, '_name'));
      expect(declared.get(name)?.list.columns ?? named).toContain(hint);
    },
  );

  it('that have a page have a screen there, and one for a new record and one for each', () => {
    const wanted = Object.values(RESOURCES).flatMap(({ path }) => (path ? [path, `${path}/new`, `${path}/$id`] : []));
    expect(wanted.filter((path) => !paths.includes(path))).toEqual([]);
  });
});

/** Documents without a page of their own: they are shown where they are entered. */
const WITHOUT_PAGE = ['year_close', 'recalculation', 'online_order'];

describe('every kind of document', () => {
  it('has a page that figures lead to', () => {
    const kinds = documents.map(({ kind }) => kind).filter((kind) => !WITHOUT_PAGE.includes(kind));
    expect(kinds.filter((kind) => !paths.includes(`${DOCUMENT_PAGES.get(kind)?.path}/$id`))).toEqual([]);
  });

  it('is the one that its resource declares, and its line in the menu names no other', () => {
    const declared = new Map(documents.map(({ kind, resource }) => [kind, resource]));
    expect([...DOCUMENT_PAGES.values()].filter(({ kind, resource }) => declared.get(kind) !== resource)).toEqual([]);
  });

  it('has a name in each language', () => {
    const tables = [
      { ...documentsEn, ...en.documents },
      { ...documentsAr, ...ar.documents },
      { ...documentsCkb, ...ckb.documents },
    ];
    const unnamed = tables.flatMap((table) => documents.filter(({ kind }) => !(kind in table)).map(({ kind }) => kind));
    expect(unnamed).toEqual([]);
  });
});

describe('the menu', () => {
  it('links only to screens that exist, with the permission that the screen requires', () => {
    const wrong = MENU.flatMap(entriesOf).filter(
      ({ path, permission }) => !AREA_ROUTES.some((route) => route.path === path && route.permission === permission),
    );
    expect(wrong).toEqual([]);
  });

  it('leads to no screen twice, and no two screens have one address', () => {
    const entries = MENU.flatMap(entriesOf).map((entry) => entry.path);
    expect(entries.length).toBe(new Set(entries).size);
    expect(paths.length).toBe(new Set(paths).size);
  });
});
