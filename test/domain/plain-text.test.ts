/** Texts that people type: what is taken out of those of a till, and how long they may be. */
import { expect, it } from 'vitest';
import { withoutUnseen } from '../../domain/values/cleaned-texts.ts';
import { mixesAlphabets, unseenIn } from '../../domain/values/plain-text.ts';
import { sourceFiles, sourceOf } from '../../tools/suite/import-graph.ts';

it('a cleaned text keeps its lines and the joiners of Kurdish, and contains nothing that a form refuses', () => {
  const pasted = '\u200eته‌نها\n\u{1f468}\u200d\u{1f469}\ufeff\u0007';
  expect(withoutUnseen(pasted)).toBe('ته‌نها\n\u{1f468}\u{1f469}');
  expect(unseenIn(withoutUnseen(pasted), 'lines')).toBeUndefined();
});

it('the forms of a till take no longer notes than the specification allows', () => {
  const till = sourceFiles().filter((file) => file.startsWith('web/till/'));
  const limits = till.flatMap((file) =>
    [...sourceOf(file).matchAll(/maxLength=\{(\d+)\}/g)].map(([, most]) => Number(most)),
  );
  expect(limits.length).toBeGreaterThan(5);
  expect(Math.max(...limits)).toBe(140);
});

it('a text has no character that Unicode lets disappear, except the joiner of Kurdish and the forms of emoji', () => {
  const allowed = [0x200c, ...Array.from({ length: 16 }, (_, index) => 0xfe00 + index)];
  const accepted: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (!/\p{Default_Ignorable_Code_Point}/u.test(character) && code !== 0x2800) continue;
    if (!unseenIn(`Ad${character}min`, 'line') && !allowed.includes(code)) accepted.push(code.toString(16));
  }
  expect(accepted).toEqual([]);
});

it('a word of two alphabets that look alike is found, and names of people are not', () => {
  const imitations = ['Аdministrator', 'Adminіstrator', 'Αdmin', 'Ahmed Αli', 'аdmin shop', 'Kаrwan-2'];
  expect(imitations.filter((name) => !mixesAlphabets(name))).toEqual([]);
  const names = ['Administrator', 'کاروان عەلی', 'محمد Ali', 'Анна', 'Анна Smith', 'Şêrko', 'Zoë', 'T33', ''];
  expect(names.filter(mixesAlphabets)).toEqual([]);
});
