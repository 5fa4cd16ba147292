/** Tells the person which parameters of the opened address the screen does not know: an old link, or a typing error. */
import { say } from '../shared/language/language.ts';
import { parseSearch } from '../shared/navigation/search-params.ts';
import { notifyError } from '../shared/notify/notify.ts';
import { router } from './router.tsx';
import type { ScreenContext } from './screen-title.ts';

/**
 * Call once, before the router replaces the address. Returns a function that stops it.
 * A screen without a validator is left alone.
 */
export function tellDroppedParts(): () => void {
  const given = Object.keys(parseSearch(location.search));
  if (given.length === 0) return () => undefined;
  const stop = router.subscribe('onResolved', () => {
    stop();
    const screen = router.state.matches.at(-1);
    const context: Partial<ScreenContext> | undefined = screen?.context;
    if (!screen || context?.hasSearch !== true) return;
    const names = given.filter((name) => !(name in screen._strictSearch));
    if (names.length > 0) notifyError(say('shell:address_parts_dropped', { names: names.join(', ') }));
  });
  return stop;
}
