/** The age of what waits is said with its number, in every unit and language. */
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../domain/values/language.ts';
import { pluralForm } from '../../../domain/values/plural.ts';
import { ageText } from '../../../web/till/parts/age-text.ts';
import { SCREEN_TEXTS } from '../../support/texts.ts';

const NOW = new Date('2026-03-04T12:00:00Z');
/** A text of the language with its placeholders filled in, as the page fills them. */
const sayIn = (language: (typeof LANGUAGES)[number]) => (key: string, values: Readonly<Record<string, unknown>>) => {
  const texts = SCREEN_TEXTS[language];
  const text = texts.get(key) ?? texts.get(`${key}_${pluralForm(language, BigInt(Number(values['count'])))}`) ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
};

describe('the age of what waits', () => {
  it.each([
    ['2026-03-04T12:00:00Z', '0', 'minutes'],
    ['2026-03-04T11:48:30Z', '11', 'minutes'],
    ['2026-03-04T07:00:00Z', '5', 'hours'],
    ['2026-02-27T12:00:00Z', '5', 'days'],
  ])('since %s names the number %s', (instant, number) => {
    for (const language of LANGUAGES) expect(ageText(instant, NOW, sayIn(language)), language).toMatch(`${number} `);
  });

  it('of a moment after now is nothing', () => {
    expect(ageText('2026-03-04T12:05:00Z', NOW, sayIn('en'))).toBe('0 min');
  });
});
