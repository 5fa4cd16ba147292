import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandOf } from '../../web/shared/document/grid/navigation.ts';
import {
  definitionOf,
  keyCaps,
  matchesKeys,
  SHORTCUT_GROUPS,
  SHORTCUTS,
  type ShortcutName,
} from '../../web/shared/shortcuts/definitions.ts';
import { entryFor, type Registered } from '../../web/shared/shortcuts/shortcuts.ts';

const NAMES = Object.keys(SHORTCUTS) as ShortcutName[];
const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

const CTRL_ENTER = { ...plain, code: 'Enter', ctrlKey: true };
const IN_DIALOG = { inField: true, inDialog: true };
const entry = (name: ShortcutName, inDialog = false): Registered => ({ name, inDialog, run: () => undefined });

describe('while a dialog is open', () => {
  const behind = entry('form_save_new');

  it('the keys of saving do not reach the document behind it, nor the browser', () => {
    expect(entryFor([behind], CTRL_ENTER, { inField: true, inDialog: false })).toBe(behind);
    expect(entryFor([behind], CTRL_ENTER, IN_DIALOG)).toBe('withheld');
    expect(entryFor([behind], CTRL_ENTER, { inField: false, inDialog: true })).toBe('withheld');
    expect(entryFor([entry('form_save')], CTRL_ENTER, IN_DIALOG)).toBeUndefined();
  });

  it('the keys of saving answer the dialog that registered them', () => {
    const own = entry('form_save_new', true);
    expect(entryFor([behind, own], CTRL_ENTER, IN_DIALOG)).toBe(own);
    expect(entryFor([own, behind], CTRL_ENTER, IN_DIALOG)).toBe(own);
  });

  it('keys that are everywhere remain, and a letter opens nothing behind it', () => {
    const palette = entry('palette');
    expect(entryFor([palette], { ...plain, code: 'KeyK', ctrlKey: true }, IN_DIALOG)).toBe(palette);
    const press = { ...plain, code: 'KeyN' };
    expect(entryFor([entry('table_new')], press, { inField: false, inDialog: true })).toBeUndefined();
  });
});

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

  it('of the lines of a document does there what the sheet says', () => {
    const ofLines = NAMES.filter((name) => definitionOf(name).group === 'document' && name !== 'document_complete');
    expect(ofLines.length).toBeGreaterThan(5);
    for (const name of ofLines) {
      for (const keys of definitionOf(name).keys) {
        const parts = keys.split('+');
        const has = (part: string) => parts.includes(part);
        const press = { code: parts.at(-1) ?? '', ctrl: has('Ctrl'), shift: has('Shift'), alt: has('Alt') };
        expect(`document_${commandOf(press, { direction: 'ltr', editing: true })}`).toBe(name);
      }
    }
  });

  it('is drawn as the caps that a person finds on the keyboard', () => {
    expect(keyCaps('Ctrl+KeyK')).toEqual(['Ctrl', 'K']);
    expect(keyCaps('Shift+Slash')).toEqual(['?']);
    expect(keyCaps('Alt+ArrowDown')).toEqual(['Alt', '↓']);
  });
});
