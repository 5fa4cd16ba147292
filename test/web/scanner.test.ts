import { describe, expect, it } from 'vitest';
import { createScanDetector, type ScanKey } from '../../web/shared/typing/scanner.ts';

/** The keys of a text, `gapMs` apart, from a keyboard with Arabic layout: the right codes with other letters. */
function keys(text: string, gapMs: number, startMs = 0): ScanKey[] {
  return [...text].map((character, index) => ({
    code: /\d/.test(character) ? `Digit${character}` : `Key${character.toUpperCase()}`,
    key: /\d/.test(character) ? ('٠١٢٣٤٥٦٧٨٩'[Number(character)] as string) : 'ض',
    shiftKey: /[A-Z]/.test(character),
    timeMs: startMs + index * gapMs,
  }));
}
const enter = (timeMs: number): ScanKey => ({ code: 'Enter', key: 'Enter', shiftKey: false, timeMs });

function feed(all: readonly ScanKey[]): (string | undefined)[] {
  const detector = createScanDetector();
  return all.map((key) => detector.feed(key));
}

describe('a scan', () => {
  it('is distinguished from typing by its speed, and read by the place of the keys with any layout', () => {
    const scanned = feed([...keys('6281100AB', 12), enter(120)]);
    expect(scanned.at(-1)).toBe('6281100AB');
    expect(scanned.slice(0, -1).every((value) => value === undefined)).toBe(true);
  });

  it('ends with Tab too', () => {
    expect(feed([...keys('12345', 10), { ...enter(60), code: 'Tab' }]).at(-1)).toBe('12345');
  });

  it('is not what a fast typist does', () => {
    expect(feed([...keys('12345', 85), enter(430)]).at(-1)).toBeUndefined();
  });

  it('of a slow scanner is known by the check digit of its barcode', () => {
    for (const code of ['6291041500213', '6291041500220', '96385074']) {
      expect(feed([...keys(code, 54), enter(54 * code.length)]).at(-1)).toBe(code);
      const wrong = `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`;
      expect(feed([...keys(wrong, 54), enter(54 * code.length)]).at(-1)).toBeUndefined();
    }
  });

  it('of a scanner at 100 ms a key is known too, when its pauses are not even and when a person had typed a digit', () => {
    const uneven = [...keys('6291041500213', 0)].map((key, index) => ({
      ...key,
      timeMs: 97 * index + (index % 2) * 60,
    }));
    expect(feed([...uneven, enter(1300)]).at(-1)).toBe('6291041500213');
    expect(feed([...keys('036000291452', 99), enter(1200)]).at(-1)).toBe('036000291452');
    expect(feed([...keys('2', 0), ...keys('6291041500213', 95, 150), enter(1400)]).at(-1)).toBe('6291041500213');
    expect(feed([...keys('6291041500213', 115), enter(1500)]).at(-1)).toBeUndefined();
  });

  it('is not an amount of eight digits that a fast typist enters, whatever its last digit is', () => {
    expect(feed([...keys('96385074', 90), enter(730)]).at(-1)).toBeUndefined();
  });

  it('is not two keys', () => {
    expect(feed([...keys('12', 10), enter(25)]).at(-1)).toBeUndefined();
  });

  it('does not include earlier typed characters', () => {
    expect(feed([...keys('9', 0), ...keys('555123', 10, 400), enter(470)]).at(-1)).toBe('555123');
  });

  it('is over when Enter comes late', () => {
    expect(feed([...keys('12345', 10), enter(900)]).at(-1)).toBeUndefined();
  });

  it('can follow another at once', () => {
    const detector = createScanDetector();
    const both = [...keys('111', 10), enter(35), ...keys('222', 10, 60), enter(95)].map((key) => detector.feed(key));
    expect(both.filter((value) => value !== undefined)).toEqual(['111', '222']);
  });

  it('of a GS1 code has its signs by their places, and the separator', () => {
    const sign = (code: string, key: string, shiftKey: boolean, timeMs: number) => ({ code, key, shiftKey, timeMs });
    const before = [sign('BracketRight', 'د', false, 0), sign('Digit9', ')', true, 5), sign('Digit0', '(', true, 10)];
    const separated = [sign('BracketRight', '\u001d', false, 15), ...keys('B7', 5, 20), enter(40)];
    expect(feed([...before, ...separated]).at(-1)).toBe('](){}B7'.replace('{}', '\u001d'));
  });

  it('is known while it comes, so that the focused field can be put back', () => {
    const detector = createScanDetector();
    for (const key of keys('1234', 10)) detector.feed(key);
    expect(detector.scanning()).toBe(true);
  });
});
