/** The keys up and down in a list of buttons, with or without a search box above them. */
import type { KeyboardEvent } from 'react';

export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
  if (step === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const all = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(
      'input[type=search], button:enabled:not([aria-disabled=true])',
    ),
  ];
  const at = all.findIndex((element) => element.matches(':focus'));
  all[Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
}
