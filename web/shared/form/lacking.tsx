/** Beside the grey button of a dialog: which of its required fields are empty. */
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lackingIn } from './lacking-in.ts';

/** The label without its asterisk, which is not for screen readers either. */
function nameOf(control: ReturnType<typeof lackingIn>[number]): string {
  const [label] = control.labels ?? [];
  const texts = [...(label?.childNodes ?? [])].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  return control.getAttribute('aria-label') ?? texts.map(({ textContent }) => textContent ?? '').join('');
}

/** Nothing while no required field is empty: what is wrong then stands at its field. A line of its own keeps the buttons together. */
export function Lacking() {
  const { t } = useTranslation();
  const own = useRef<HTMLParagraphElement>(null);
  const [names, setNames] = useState('');
  // Read from the page at each rendering: a dialog knows its button, and its fields know that they are required.
  useLayoutEffect(() => {
    const dialog = own.current?.closest('[role=dialog]');
    if (dialog) setNames(lackingIn(dialog).map(nameOf).join(' · '));
  });
  return (
    <p ref={own} role="status" data-lacking className="basis-full text-xs text-ink-muted empty:basis-auto">
      {names && t('form:lacking', { fields: names })}
    </p>
  );
}
