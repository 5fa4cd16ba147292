/** The required fields of a dialog that are still empty. */

const REQUIRED = ':is(input, select, textarea)[aria-required=true]:not(:disabled)';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** In their order. What is chosen in a look-up has its name a moment later. */
export const lackingIn = (box: ParentNode): readonly Control[] =>
  [...box.querySelectorAll<Control>(REQUIRED)].filter(
    ({ value, dataset }) => value.trim() === '' && dataset['chosen'] === undefined,
  );
