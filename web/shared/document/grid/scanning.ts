/** Detects a barcode scanner wherever the focus is, and restores the focused field's text. */
import { useEffect, useEffectEvent } from 'react';
import { GS1_SEPARATOR } from '../../../../domain/catalogue/gs1.ts';
import { BARCODE_PAUSE_MAX_MS, characterTyped, createScanDetector } from '../../typing/scanner.ts';

interface OpenDialog {
  readonly act: (code: string) => void;
  /** Whether the page behind takes the code then. */
  readonly goesOn: boolean;
}

/** What the open dialogs that let scans through do before one goes on behind them; all other dialogs keep the keys. */
const openDialogs: OpenDialog[] = [];

/** A scan in this dialog is no input of its fields: `end` closes the dialog, and the page behind takes the code. */
export const useScansThrough = (end: (code: string) => void, enabled = true): void =>
  useScansInDialog(end, enabled, true);

/** A scan in this dialog is for the dialog, which takes the code as a whole. */
export const useScansTaken = (take: (code: string) => void, enabled = true): void =>
  useScansInDialog(take, enabled, false);

function useScansInDialog(act: (code: string) => void, enabled: boolean, goesOn: boolean): void {
  const acted = useEffectEvent(act);
  useEffect(() => {
    if (!enabled) return;
    const own: OpenDialog = { act: (code) => acted(code), goesOn };
    openDialogs.push(own);
    return () => void openDialogs.splice(openDialogs.indexOf(own), 1);
  }, [enabled, goesOn]);
}

export function useScanner(onScan: (code: string) => void, enabled: boolean): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    if (!enabled) return;
    const detector = createScanDetector();
    /** The field before each key that may be one of a scan. */
    let befores: (BeforeScan | undefined)[] = [];
    let lastMs = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      // Scanners press Ctrl+] for the separator of GS1 codes.
      const isSeparator = event.ctrlKey && event.code === 'BracketRight';
      const isChord = !isSeparator && (event.ctrlKey || event.metaKey || event.altKey);
      const dialog = openDialogs.at(-1);
      if (isChord || document.querySelectorAll('[role=dialog]').length > openDialogs.length) return;
      const field = isTextField(event.target) ? event.target : undefined;
      const { code: place, shiftKey } = event;
      const pressed = { code: place, key: isSeparator ? GS1_SEPARATOR : event.key, shiftKey };
      const isCharacter = characterTyped(pressed) !== undefined;
      if (event.timeStamp - lastMs > BARCODE_PAUSE_MAX_MS) befores = [];
      if (isCharacter) {
        befores.push(field && beforeScan(field));
        lastMs = event.timeStamp;
      }
      const isEnd = !isCharacter && END_KEYS.includes(event.key);
      const code = detector.feed({ ...pressed, timeMs: event.timeStamp });
      const before = code === undefined ? undefined : befores.at(-code.length);
      if (isEnd) befores = [];
      if (code === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const text = field?.dataset['beforeDigits'];
      if (before && before.field === field) putBack(before);
      // The first character of the scan brought the focus here (`till/parts/digits-into.ts`, `use-grid-commands.ts`).
      else if (field && text !== undefined) putBack({ field, text, isReverted: isCell(field), isListOpen: false });
      dialog?.act(code);
      if (dialog?.goesOn !== false) scanned(code);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [enabled]);
}

type TextInput = HTMLInputElement | HTMLTextAreaElement;

const isTextField = (target: EventTarget | null): target is TextInput =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

const END_KEYS: readonly string[] = ['Enter', 'Tab'];

interface BeforeScan {
  readonly field: TextInput;
  readonly text: string;
  /** A cell of the grid that Escape reverts to this text: one with a list, or one with nothing typed. */
  readonly isReverted: boolean;
  /** Whether its list was open already: it belongs to what was typed. */
  readonly isListOpen: boolean;
}

const hasOpenList = (field: TextInput): boolean => field.getAttribute('aria-expanded') === 'true';

const isCell = (field: TextInput): boolean => field.closest('[role=grid]') !== null;

function beforeScan(field: TextInput): BeforeScan {
  const isReverted = isCell(field) && field.dataset['typed'] === undefined;
  return { field, text: field.value, isReverted, isListOpen: hasOpenList(field) };
}

/** React notices a change by a program only through the native setter. */
function putBack({ field, text, isReverted, isListOpen }: BeforeScan): void {
  if (isReverted) {
    pressEscape(field);
    return;
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.select();
  // A list that the keys of the scan have opened would take the next click on the page.
  if (!isListOpen && hasOpenList(field)) pressEscape(field);
}

function pressEscape(field: TextInput): void {
  field.dispatchEvent(new KeyboardEvent('keydown', { code: 'Escape', key: 'Escape', bubbles: true, cancelable: true }));
}
