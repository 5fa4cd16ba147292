/**
 * The key that closes a dialog ends with it. The focus goes back to what had it before, often a button, and the rest of
 * the same press (its keypress, its repetitions, its release) would press that button. A press that began before the
 * dialog is not an answer to it either, however long the key is held.
 */
import { useEffect } from 'react';

/** For what a dialog contains: swallows the rest of a press that began in it. */
export function useKeyThatCloses(): void {
  useEffect(() => {
    let held: string | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const { code, key, repeat } = event;
      if (repeat && code !== held && (key === 'Enter' || key === ' ')) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else held = code;
    };
    const onKeyUp = ({ code }: KeyboardEvent) => {
      if (code === held) held = undefined;
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    window.addEventListener('keyup', onKeyUp, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      window.removeEventListener('keyup', onKeyUp, { capture: true });
      if (held !== undefined) swallowRest(held);
    };
  }, []);
}

function swallowRest(held: string): void {
  const end = new AbortController();
  const swallow = (event: KeyboardEvent) => {
    if (event.code !== held) return;
    // A new press: the release went to another window.
    if (event.type === 'keydown' && !event.repeat) {
      end.abort();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === 'keyup') end.abort();
  };
  for (const type of ['keydown', 'keypress', 'keyup'] as const)
    window.addEventListener(type, swallow, { capture: true, signal: end.signal });
}
