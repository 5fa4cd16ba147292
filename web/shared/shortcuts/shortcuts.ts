/**
 * The only keyboard listener. A screen registers handlers for the names of `definitions.ts` while it is shown; the last
 * registered handler wins, so a dialog precedes the screen below it.
 */
import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import { definitionOf, matchesKeys, placeOf, type ShortcutName } from './definitions.ts';

export interface Registered {
  readonly name: ShortcutName;
  readonly run: () => void;
  /** Registered by a dialog, and not by the screen below it. */
  readonly inDialog: boolean;
}

let registered: readonly Registered[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Registered[]): void {
  registered = next;
  for (const listener of listeners) listener();
}

/**
 * Runs `run` when the keys of `name` are pressed while the component is shown and `enabled`. Registers the handler
 * before the browser paints, so that no key is lost on a visible screen.
 */
export function useShortcut(name: ShortcutName, run: () => void, enabled = true): void {
  useEntry(name, run, enabled, false);
}

/** For a component of a dialog: there, keys of forms and documents do not reach the screen below. */
export function useShortcutInDialog(name: ShortcutName, run: () => void, enabled = true): void {
  useEntry(name, run, enabled, true);
}

function useEntry(name: ShortcutName, run: () => void, enabled: boolean, inDialog: boolean): void {
  const runLatest = useEffectEvent(run);
  useLayoutEffect(() => {
    if (!enabled) return;
    const entry: Registered = { name, run: () => runLatest(), inDialog };
    change([...registered, entry]);
    return () => change(registered.filter((other) => other !== entry));
  }, [name, enabled, inDialog]);
}

/** The active shortcuts; the palette lists those marked as actions. */
export function useRegisteredShortcuts(): readonly Registered[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => registered,
  );
}

const FIELDS =
  'input:not([type=checkbox],[type=radio],[type=button]), textarea, select, [contenteditable=true], [role=combobox]';

export function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}

/** Starts listening; the shell calls it once. */
export function listenForShortcuts(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    // Enter and Space on a button or link belong to it.
    if (['Enter', 'Space'].includes(placeOf(event.code)) && isPlain(event) && isPressable(event.target)) return;
    const inField = isInField(event.target);
    const found = entryFor(registered, event, { inField, inDialog: isDialogOpen() });
    if (!found) return;
    event.preventDefault();
    if (found !== 'withheld') found.run();
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

/**
 * The handler of a key. While a dialog is open, `N` must not open a form behind it, nor Ctrl+S save a document behind
 * it: that key is withheld from the browser too.
 */
export function entryFor(
  entries: readonly Registered[],
  event: Parameters<typeof matchesKeys>[1],
  { inField, inDialog }: { readonly inField: boolean; readonly inDialog: boolean },
): Registered | 'withheld' | undefined {
  const meant = entries.filter(({ name }) => {
    const { keys, inFields } = definitionOf(name);
    return ((!inField && !inDialog) || inFields) && keys.some((combination) => matchesKeys(combination, event));
  });
  const found = meant.findLast((entry) => entry.inDialog || !inDialog || !saves(entry.name));
  return found ?? (meant.length > 0 ? 'withheld' : undefined);
}

const saves = (name: ShortcutName): boolean => ['form', 'document'].includes(definitionOf(name).group);

/** Dialogs are modal: the focus may be in a calendar of theirs, which is elsewhere in the page, or nowhere. */
const isDialogOpen = (): boolean => document.querySelector('[role=dialog]') !== null;

const isPlain = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey;

function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary, [role=menuitem], [role=tab]') !== null;
}
