/**
 * The focus is never left on the page itself. When what had it is removed or disabled (a form that was saved, a document that
 * was completed, a list that was left) it goes to what replaces it: the same field, the same button, or the screen's heading.
 */
import { useEffect } from 'react';

/** A screen that sets its own focus does so within this time. */
const QUIET_MS = 60;
/** What was disabled for a request is enabled again within this time, and has the focus again. */
const BUSY_MS = 3_000;
const SCREEN = '#screen';
const FOCUSABLE = 'input, select, textarea, button, a[href], [tabindex]';

const WATCHED = ['disabled', 'style', 'hidden'];

interface Remembered {
  readonly element: HTMLElement;
  readonly field: string | undefined;
  readonly name: string;
}

let isScreenWanted = false;

/** A page was opened from outside of the screen: by the palette, which gives the focus back to where it was. */
export function focusNextScreen(): void {
  isScreenWanted = true;
}

const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';

function remembered(element: HTMLElement): Remembered {
  const field = element.closest('[data-field]')?.getAttribute('data-field') ?? undefined;
  return { element, field, name: nameOf(element) };
}

const isOnPage = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** A press on an empty place of the page takes the focus from nothing that is gone. */
const isGone = ({ element }: Remembered): boolean => !element.isConnected;
/** The page that was left is hidden while the next one is loading, and shown again when the person comes back meanwhile. */
const isHidden = ({ element }: Remembered): boolean => element.getClientRects().length === 0;
/** A button is disabled while its request is under way. */
const isDisabled = ({ element }: Remembered): boolean => element.matches(':disabled');

const isUsable = (element: HTMLElement): boolean => !element.matches(':disabled') && element.offsetParent !== null;

function successorOf({ field, name }: Remembered): HTMLElement | undefined {
  const screen = document.querySelector(SCREEN);
  if (!screen) return undefined;
  const fields = field === undefined ? [] : controlsOf(screen, `[data-field="${CSS.escape(field)}"]`);
  const buttons = [...screen.querySelectorAll<HTMLElement>('button, a[href]')];
  const named = name === '' ? undefined : buttons.find((button) => isUsable(button) && nameOf(button) === name);
  return fields.find(isUsable) ?? named ?? headingOf(screen);
}

const controlsOf = (screen: Element, place: string): readonly HTMLElement[] => [
  ...screen.querySelectorAll<HTMLElement>(`${place} :is(input, select, textarea)`),
];

const headingOf = (screen: Element): HTMLElement | undefined => screen.querySelector<HTMLElement>('h1') ?? undefined;

function give(element: HTMLElement): void {
  if (!element.matches(FOCUSABLE)) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

export function useKeptFocus(): void {
  useEffect(() => {
    let last: Remembered | undefined;
    let isHeld = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last = remembered(target);
      isHeld = false;
    };
    const settle = () => {
      const screen = document.querySelector(SCREEN);
      if (!screen || document.querySelector('[role=dialog]')) return;
      if (isScreenWanted) {
        const isThere = screen.contains(document.activeElement);
        const heading = isThere ? undefined : headingOf(screen);
        if (isThere || heading) isScreenWanted = false;
        if (heading) give(heading);
        return;
      }
      const isLost = last && isOnPage() && (isHidden(last) || isDisabled(last));
      const next = last && isLost ? successorOf(last) : undefined;
      if (next) give(next);
    };
    const settleAfter = (pauseMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(settle, pauseMs);
    };
    const changed = () => {
      if (isScreenWanted) settleAfter(QUIET_MS);
      else if (!last || !isOnPage()) return;
      else if (isGone(last)) settleAfter(QUIET_MS);
      else if (isHidden(last)) {
        isHeld = true;
        settleAfter(QUIET_MS);
      } else if (isDisabled(last)) {
        isHeld = true;
        settleAfter(BUSY_MS);
      } else if (isHeld) give(last.element);
    };
    const changes = new MutationObserver(changed);
    changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: WATCHED });
    document.addEventListener('focusin', remember);
    return () => {
      changes.disconnect();
      clearTimeout(timer);
      document.removeEventListener('focusin', remember);
    };
  }, []);
}
