/**
 * docs/security.md says only what a test holds: `test/support/security-sentences.ts` has the tests of every sentence before
 * the list of requirements, which `test/security-list.test.ts` compares, or the reason why there is nothing to test.
 */
import { describe, expect, it } from 'vitest';
import { tell } from '../tools/suite/figures.ts';
import { isReason, namesATest, securityPage, sentencesOf, wrongIn } from './support/security-page.ts';
import { SENTENCES } from './support/security-sentences.ts';

/** The maximum number of sentences that no test can hold. */
const UNTESTED_MAX = 11;

describe('the entries', () => {
  const sentences = sentencesOf(securityPage);

  it('have each a sentence of the page, in its order', () => {
    expect(sentences.length).toBeGreaterThan(100);
    const said = new Set(SENTENCES.map(({ says }) => says));
    expect(sentences.filter((sentence) => !said.has(sentence))).toEqual([]);
    expect(SENTENCES.map(({ says }) => says)).toEqual(sentences);
  });

  it('name tests that are in their files', () => {
    const wrong = SENTENCES.flatMap((entry) => {
      if (!('tests' in entry)) return [];
      const problems = namesATest(entry.tests) ? wrongIn(entry.tests) : ['names no test'];
      return problems.map((problem) => `${entry.says.slice(0, 60)}: ${problem}`);
    });
    expect(wrong).toEqual([]);
  });

  it('have a reason in place of a test in few places, and fewer and fewer', () => {
    const untested = SENTENCES.flatMap((entry) => ('reason' in entry ? [entry] : []));
    expect(untested.filter(({ reason }) => !isReason(reason))).toEqual([]);
    tell('sentences of docs/security.md without a test', untested.length, UNTESTED_MAX);
    expect(untested.length).toBeLessThanOrEqual(UNTESTED_MAX);
  });
});

describe('the sentences', () => {
  const page = [
    '# Title',
    'One sentence of [a page](page.md), with **two',
    'words** ([decisions/1](1.md)). `Code` begins the next. npm too.',
    '',
    '**Heading.** First. 1.2 is no end.',
    '| what | limit | where |',
    '| --- | --- | --- |',
    '| a limit | 5 | `a.ts` `MAX` |',
    '| a row | of *two* sentences. Here |',
    '',
    '1. **Duty.** Do it.',
    '## Requirements',
    'Not this one.',
  ].join('\n');

  it('are those of paragraphs, points and rows, without markup, limits and what follows', () => {
    expect(sentencesOf(page)).toEqual([
      ...['One sentence of a page, with two words.', '`Code` begins the next.', 'npm too.', 'First. 1.2 is no end.'],
      ...['a row | of two sentences. Here', 'Do it.'],
    ]);
  });
});
