/** How the text box of an active cell takes keys and the focus, in the grid of a document and in that of an import. */
import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react';
import { pressOf, readingDirection } from './cell-props.ts';
import { commandOf, type GridCommand } from './navigation.ts';

type Input = RefObject<HTMLInputElement | null>;

interface CellKeys {
  readonly input: Input;
  /** Something is typed that does not stand in the cell yet. */
  readonly isTyped: boolean;
  /** Gives up what is typed. */
  readonly onRevert: () => void;
  /** False when the grid has no use for the key. */
  readonly onCommand: (command: GridCommand) => boolean;
}

/** `inText`: arrows move in the text and not between cells. */
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

/** The cell gets the focus when `takesFocus` changes; what comes late into a cell at rest is replaced by the next key. */
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

export const cellAlignment = (isNumber: boolean): string =>
  isNumber ? 'numeric text-right rtl:text-left' : 'rtl:text-right';
