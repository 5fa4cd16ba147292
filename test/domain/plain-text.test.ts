/** Texts that people type: what is taken out of those of a till, and how long they may be. */
import { expect, it } from 'vitest';
import { withoutUnseen } from '../../domain/kernel/cleaned-texts.ts';
import { unseenIn } from '../../domain/kernel/plain-text.ts';
import { sourceFiles, sourceOf } from '../../launcher/import-graph.ts';

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
