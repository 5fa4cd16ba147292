/**
 * What is typed reaches the field that a screen asks for, without a click, while no other field has the focus: digits of an
 * amount or a PIN, or the text of a reason.
 */
import { type RefObject, useEffect } from 'react';
import { toLatinDigits } from '../../shared/typing/digits.ts';

interface TypedInto {
  /** For a field of a dialog, or of a screen that none is in front of. */
  readonly inDialog: boolean;
}

/** Digits on a tile that is chosen are not typed into it. */
const FIELDS = 'input:not([type=radio], [type=checkbox]), textarea, [contenteditable=true]';
/** A list is searched by the letters that are typed on it. */
const FIELDS_AND_LISTS = `${FIELDS}, select`;

const isDigit = (key: string): boolean => /^\d$/.test(toLatinDigits(key));
/** The space key presses a button. */
const isSign = (key: string): boolean => [...key].length === 1 && key.trim() !== '';

export const useDigitsInto = (field: RefObject<HTMLInputElement | null>, of: TypedInto): void =>
  useTypedInto(field, { ...of, isMeant: isDigit, fields: FIELDS });

export const useTextInto = (field: RefObject<HTMLInputElement | null>, of: TypedInto): void =>
  useTypedInto(field, { ...of, isMeant: isSign, fields: FIELDS_AND_LISTS });

interface Meant extends TypedInto {
  readonly isMeant: (key: string) => boolean;
  readonly fields: string;
}

/** The focus moves before the key is typed, so that the browser types it into the field. */
function useTypedInto(field: RefObject<HTMLInputElement | null>, { inDialog, isMeant, fields }: Meant): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isChord = event.ctrlKey || event.metaKey || event.altKey;
      if (event.defaultPrevented || isChord || !isMeant(event.key)) return;
      if (event.target instanceof Element && event.target.matches(fields)) return;
      if (!inDialog && document.querySelector('[role=dialog]')) return;
      const { current } = field;
      if (!current || current.disabled) return;
      // What a scanner typed is taken out again (`shared/document/grid/scanning.ts`).
      current.dataset['beforeDigits'] = current.value;
      current.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [field, inDialog, isMeant, fields]);
}
