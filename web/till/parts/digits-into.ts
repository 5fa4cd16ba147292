/** Digits from the keyboard reach the field that a screen asks for, without a click, while no other field has the focus. */
import { type RefObject, useEffect } from 'react';
import { toLatinDigits } from '../../shared/typing/digits.ts';

interface DigitsInto {
  /** For a field of a dialog, or of a screen that none is in front of. */
  readonly inDialog: boolean;
}

const TYPED_INTO = 'input, textarea, [contenteditable=true]';

/** The focus moves before the key is typed, so that the browser types it into the field. */
export function useDigitsInto(field: RefObject<HTMLInputElement | null>, { inDialog }: DigitsInto): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isChord = event.ctrlKey || event.metaKey || event.altKey;
      if (event.defaultPrevented || isChord || !/^\d$/.test(toLatinDigits(event.key))) return;
      if (event.target instanceof Element && event.target.matches(TYPED_INTO)) return;
      if (!inDialog && document.querySelector('[role=dialog]')) return;
      const { current } = field;
      if (!current || current.disabled) return;
      // What a scanner typed is taken out again (`shared/document/grid/scanning.ts`).
      current.dataset['beforeDigits'] = current.value;
      current.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [field, inDialog]);
}
