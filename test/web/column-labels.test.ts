/** A column of a list without a label is shown by the name of its field, in no language: each has one. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { labelsEn } from '../../languages/words/labels-en.ts';
import { SCREEN_TEXTS } from '../support/texts.ts';

const DECLARED = /\{\s*field: '(\w+)',\s*kind: '\w+'[^}]*\}/g;
const USUAL = /\b(?:usual|by)\(([^)]*)\)/g;
const ONE_OF = /\boneOf\('(\w+)'/g;
/** Fields of papers, whose labels are in another area. */
const OF_PAPERS = /drawer-paper|paper-documents/;

const hasLabel = (field: string): boolean => SCREEN_TEXTS.en.has(`fields:${field}`) || `field.${field}` in labelsEn;

/** The fields whose label is not named by a key. */
function fieldsIn(source: string): readonly string[] {
  const declared = [...source.matchAll(DECLARED)].filter(([whole]) => !whole.includes('label:'));
  const usual = [...source.matchAll(USUAL)].flatMap(([, names = '']) => [...names.matchAll(/'(\w+)'/g)]);
  return [...declared, ...usual, ...source.matchAll(ONE_OF)].map(([, field = '']) => field);
}

describe('the columns and filters of the lists', () => {
  it('have labels', () => {
    const files = globSync('web/**/*.{ts,tsx}').filter((file) => !OF_PAPERS.test(file));
    const fields = files.flatMap((file) => fieldsIn(readFileSync(file, 'utf8')).map((field) => `${file} ${field}`));
    expect(fields.length).toBeGreaterThan(500);
    expect(fields.filter((named) => !hasLabel(named.split(' ')[1] ?? ''))).toEqual([]);
  });
});
