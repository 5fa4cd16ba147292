/** The required fields of a dialog that are still empty. */

const REQUIRED = ':is(input, select, textarea)[aria-required=true]:not(:disabled)';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** In their order. */
export const lackingIn = (box: ParentNode): readonly Control[] =>
  [...box.querySelectorAll<Control>(REQUIRED)].filter(({ value }) => value.trim() === '');
