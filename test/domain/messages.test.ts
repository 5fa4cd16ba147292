import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents } from '../../domain/documents.ts';
import { wrongState } from '../../domain/kernel/refusal.ts';
import { ar } from '../../domain/messages/ar.ts';
import { ckb } from '../../domain/messages/ckb.ts';
import { columnsAr } from '../../domain/messages/columns-ar.ts';
import { columnsCkb } from '../../domain/messages/columns-ckb.ts';
import { columnsEn } from '../../domain/messages/columns-en.ts';
import { en } from '../../domain/messages/en.ts';
import { labelsAr } from '../../domain/messages/labels-ar.ts';
import { labelsCkb } from '../../domain/messages/labels-ckb.ts';
import { labelsEn } from '../../domain/messages/labels-en.ts';
import { optionsAr } from '../../domain/messages/options-ar.ts';
import { optionsCkb } from '../../domain/messages/options-ckb.ts';
import { optionsEn } from '../../domain/messages/options-en.ts';
import { fieldLabel, say } from '../../domain/messages/say.ts';
import { wordsAr } from '../../domain/messages/words-ar.ts';
import { wordsCkb } from '../../domain/messages/words-ckb.ts';
import { wordsEn } from '../../domain/messages/words-en.ts';

type AnyWords = Readonly<Record<string, string>>;
const OTHER_WORDS: readonly (readonly [AnyWords, AnyWords, AnyWords])[] = [
  [labelsEn, labelsAr, labelsCkb],
  [columnsEn, columnsAr, columnsCkb],
  [optionsEn, optionsAr, optionsCkb],
];

const placeholders = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).sort();

/** Every key that a decider, rule or claim in the domain refuses with. */
function keysUsed(): Set<string> {
  const folder = join(import.meta.dirname, '../../domain');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const keys = new Set<string>();
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    const patterns = [
      /\.add\(\s*(?:`[^`]*`|'[^']*'|[\w.]+),\s*'([a-z_]+)'/g,
      /message: '([a-z_]+)'/g,
      /keep: \(\) => '([a-z_]+)'/g,
      /(?:stock|cash): '([a-z_]+)'/g,
    ];
    for (const pattern of patterns) for (const [, key] of text.matchAll(pattern)) keys.add(key as string);
  }
  return keys;
}

describe('the message tables', () => {
  it('have the same keys in the three languages', () => {
    expect(Object.keys(ar)).toEqual(Object.keys(en));
    expect(Object.keys(ckb)).toEqual(Object.keys(en));
    expect(Object.keys(wordsAr)).toEqual(Object.keys(wordsEn));
    expect(Object.keys(wordsCkb)).toEqual(Object.keys(wordsEn));
    for (const [own, ...others] of OTHER_WORDS) {
      for (const other of others) expect(Object.keys(other)).toEqual(Object.keys(own));
    }
  });

  it('fill the same placeholders in each language', () => {
    for (const [key, sentence] of Object.entries(en)) {
      expect(placeholders(ar[key as keyof typeof en]), key).toEqual(placeholders(sentence));
      expect(placeholders(ckb[key as keyof typeof en]), key).toEqual(placeholders(sentence));
    }
  });

  it('are written in the letters of their language', () => {
    for (const table of [ar, ckb, wordsAr, wordsCkb, ...OTHER_WORDS.flatMap(([, ...others]) => others)]) {
      for (const [key, sentence] of Object.entries(table)) expect(sentence, key).toMatch(/[\u0600-\u06ff]/);
    }
  });

  it('have a sentence for every key that the domain refuses with', () => {
    const keys = keysUsed();
    expect(keys.size).toBeGreaterThan(50);
    expect([...keys].filter((key) => !(key in en))).toEqual([]);
  });

  it('name every transition that a refusal may list', () => {
    const transitions = documents.flatMap((document) => Object.keys(document.transitions));
    expect(transitions.filter((transition) => !(`transition.${transition}` in wordsEn))).toEqual([]);
  });
});

describe('a sentence', () => {
  it('is that of the specification, with the label of the field and the value', () => {
    expect(say('en', 'greater_than', { value: '0' }, 'lines.3.quantity')).toBe('Quantity value must be greater than 0');
    expect(say('en', 'protected')).toBe('Protected, Some of items Returned, Sold or Damaged.');
    expect(say('ar', 'required', {}, 'outlet_fk')).toBe('الفرع مطلوب');
  });

  it('names state and transitions in the language of the reader', () => {
    expect(say('en', 'wrong_state', { status: 'complete', possible: 'return_to_draft, close' })).toBe(
      'This is not possible while it is complete. Possible now: return to draft, close',
    );
    expect(say('ckb', 'wrong_state', { status: 'draft', possible: 'complete' })).toContain('ڕەشنووس');
  });

  it.each(['en', 'ar', 'ckb'] as const)('says in %s that there are none, and does not end in a colon', (language) => {
    const [issue] = wrongState('received', []).issues;
    const sentence = say(language, issue?.message ?? '', issue?.params);
    expect(sentence).toMatch(/[^:\s]$/);
    expect(sentence).toContain(say(language, 'wrong_state_final', { status: 'received' }));
  });

  it('is that of an error where there is none, and a field without a label is named by its words in English alone', () => {
    expect(say('en', 'never_heard_of')).toBe(en.internal_error);
    expect(say('ckb', 'constructor')).toBe(ckb.internal_error);
    expect(fieldLabel('en', 'lines.0.some_other_fk')).toBe('some other');
    expect(fieldLabel('ckb', 'lines.0.some_other_fk')).toBe(wordsCkb.field);
    expect(fieldLabel('en', '')).toBe('Value');
  });
});
