import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  definitionOf,
  keyCaps,
  matchesKeys,
  SHORTCUT_GROUPS,
  SHORTCUTS,
  type ShortcutName,
} from '../../web/shared/shortcuts/definitions.ts';

const NAMES = Object.keys(SHORTCUTS) as ShortcutName[];
const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('a shortcut', () => {
  it('is recognised by the place of its key, so that it works with a Kurdish layout', () => {
    expect(matchesKeys('KeyJ', { ...plain, code: 'KeyJ' })).toBe(true);
    expect(matchesKeys('Ctrl+KeyK', { ...plain, code: 'KeyK', ctrlKey: true })).toBe(true);
    expect(matchesKeys('Ctrl+KeyK', { ...plain, code: 'KeyK', metaKey: true })).toBe(true);
  });

  it('wants its modifier keys, neither more nor fewer', () => {
    expect(matchesKeys('Ctrl+KeyK', { ...plain, code: 'KeyK' })).toBe(false);
    expect(matchesKeys('KeyN', { ...plain, code: 'KeyN', ctrlKey: true })).toBe(false);
    expect(matchesKeys('Slash', { ...plain, code: 'Slash', shiftKey: true })).toBe(false);
    expect(matchesKeys('Alt+ArrowDown', { ...plain, code: 'ArrowDown', altKey: true })).toBe(true);
  });

  it('of Enter is also that of the number pad', () => {
    expect(matchesKeys('Ctrl+Enter', { ...plain, code: 'NumpadEnter', ctrlKey: true })).toBe(true);
    expect(matchesKeys('Enter', { ...plain, code: 'NumpadEnter' })).toBe(true);
    expect(matchesKeys('Enter', { ...plain, code: 'NumpadEnter', ctrlKey: true })).toBe(false);
  });

  it.each(NAMES)('%s is shown in the sheet, in a group and with words in three languages', (name) => {
    expect(SHORTCUT_GROUPS).toContain(definitionOf(name).group);
    for (const language of ['en', 'ar', 'ckb']) {
      const area = name.startsWith('till_') ? 'selling' : 'shell';
      const table = JSON.parse(readFileSync(`languages/screens/${language}/${area}.json`, 'utf8')) as {
        shortcuts: Record<string, string>;
      };
      expect(table.shortcuts[name]).toBeTruthy();
    }
  });

  it('does not share its keys with another of its group or of those that are everywhere', () => {
    const shared = NAMES.flatMap((name) =>
      NAMES.filter((other) => other > name)
        .filter((other) => [definitionOf(name).group, 'anywhere'].includes(definitionOf(other).group))
        .filter((other) => definitionOf(name).keys.some((keys) => definitionOf(other).keys.includes(keys)))
        .map((other) => `${name} ${other}`),
    );
    expect(shared).toEqual([]);
  });

  it('is drawn as the caps that a person finds on the keyboard', () => {
    expect(keyCaps('Ctrl+KeyK')).toEqual(['Ctrl', 'K']);
    expect(keyCaps('Shift+Slash')).toEqual(['?']);
    expect(keyCaps('Alt+ArrowDown')).toEqual(['Alt', '↓']);
  });
});
