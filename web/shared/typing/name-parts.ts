/** Measures in names: the bidirectional algorithm shows the `1 kg` of an Arabic or Kurdish name as `kg 1`. */
import type { ClipboardEvent } from 'react';
import { isolateLtr, withoutIsolates } from '../../../languages/isolate.ts';

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;
/** A number with a unit in Latin letters: `330 ml`, `1.5L`. */
const MEASURE = /(\d+(?:[.,]\d+)*\s*[A-Za-z]+)/;

/**
 * A name as texts and measures: texts have even positions, and measures, which are shown from left to right, odd ones.
 * A name without letters of a right-to-left language is one text.
 */
export const nameParts = (name: string): readonly string[] => (RIGHT_TO_LEFT.test(name) ? name.split(MEASURE) : [name]);

/** The name for a text box, which has no elements: its measures are isolated by characters. */
export const isolatedName = (name: string): string =>
  nameParts(name)
    .map((part, index) => (index % 2 === 1 ? isolateLtr(part) : part))
    .join('');

/** Copies the selected text of a text box without these characters. */
export function copyPlain(event: ClipboardEvent<HTMLInputElement>): void {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const selected = value.slice(selectionStart ?? 0, selectionEnd ?? 0);
  if (selected === '') return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', withoutIsolates(selected));
}
