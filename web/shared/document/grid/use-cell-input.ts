/** Keyboard and focus handling of an active cell's text box, for the grids of documents and imports. */
import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react';
import { pressOf, readingDirection } from './cell-props.ts';
import { commandOf, type GridCommand } from './navigation.ts';

type Input = RefObject<HTMLInputElement | null>;

interface CellKeys {
  readonly input: Input;
  /** The typed text is not stored yet. */
  readonly isTyped: boolean;
  /** Discards the typed text. */
  readonly onRevert: () => void;
  /** False when the grid does not handle the key. */
  readonly onCommand: (command: GridCommand) => boolean;
}

/** `inText`: arrows move in the text instead of between cells. */
export function useCellKeys({ input, isTyped, onRevert, onCommand }: CellKeys) {
  const [inText, setInText] = useState(false);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const command = commandOf(pressOf(event), { direction: readingDirection(), editing: inText });
    if (command === undefined || command === 'look_up') return;
    if (isTyped && (command === 'leave' || command === 'undo')) {
      event.preventDefault();
      setInText(false);
      onRevert();
      return;
    }
    if (command === 'edit_text') {
      event.preventDefault();
      setInText(true);
      input.current?.setSelectionRange(input.current.value.length, input.current.value.length);
      return;
    }
    if (onCommand(command)) event.preventDefault();
  };
  return { inText, setInText, onKeyDown };
}

/** Focuses the cell when `takesFocus` changes; selects a value that arrives late, so that the next key replaces it. */
export function useCellFocus(
  input: Input,
  takesFocus: number,
  { rest, isAtRest }: { rest: string; isAtRest: boolean },
) {
  useLayoutEffect(() => {
    if (takesFocus === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [takesFocus, input]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the value at rest is another one.
  useLayoutEffect(() => {
    if (isAtRest && input.current === document.activeElement) input.current?.select();
  }, [rest]);
}

/** Attributes of a text box for numbers, for days and for words. */
export function boxOf(is: { readonly number: boolean; readonly day: boolean }) {
  return {
    autoComplete: 'off',
    inputMode: is.number ? ('decimal' as const) : undefined,
    dir: is.number || is.day ? 'ltr' : 'auto',
  };
}

/** Numbers are aligned at their units, in each direction of reading. */
export const cellAlignment = (isNumber: boolean): string => (isNumber ? 'numeric text-right' : 'rtl:text-right');
