/** The key caps of a shortcut. */
import { definitionOf, keyCaps, type ShortcutName } from '../shortcuts/definitions.ts';

export function Keys({ name, all }: { name: ShortcutName; all?: boolean }) {
  const combinations = definitionOf(name).keys;
  return (
    <span className="numeric inline-flex items-center gap-1.5">
      {(all ? combinations : combinations.slice(0, 1)).map((keys) => (
        <span key={keys} className="inline-flex gap-0.5">
          {keyCaps(keys).map((cap) => (
            <kbd
              key={cap}
              className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-edge bg-surface-2 px-1 font-sans text-2xs text-ink-muted"
            >
              {cap}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
