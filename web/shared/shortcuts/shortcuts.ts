/**
 * The only keyboard listener. A screen registers handlers for the names of `definitions.ts` while it is shown; the last
 * registered handler wins, so a dialog precedes the screen below it.
 */
import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import { definitionOf, matchesKeys, placeOf, type ShortcutName } from './definitions.ts';

interface Registered {
  readonly name: ShortcutName;
  readonly run: () => void;
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
  const runLatest = useEffectEvent(run);
  useLayoutEffect(() => {
    if (!enabled) return;
    const entry: Registered = { name, run: () => runLatest() };
    change([...registered, entry]);
    return () => change(registered.filter((other) => other !== entry));
  }, [name, enabled]);
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
    const found = registered.findLast(({ name }) => {
      const definition = definitionOf(name);
      return (!inField || definition.inFields) && definition.keys.some((keys) => matchesKeys(keys, event));
    });
    if (!found || blockedByDialog(found.name, event.target)) return;
    event.preventDefault();
    found.run();
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

const isPlain = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey;

function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary, [role=menuitem], [role=tab]') !== null;
}

/** While a dialog is open, only shortcuts that work in fields are active: `N` must not open a form behind it. */
function blockedByDialog(name: ShortcutName, target: EventTarget | null): boolean {
  const inDialog = target instanceof Element && target.closest('[role=dialog]') !== null;
  return inDialog && !definitionOf(name).inFields;
}
