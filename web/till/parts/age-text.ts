/** How long ago something was: `5 min`. */
import type { Values } from '../../shared/language/language.ts';

const MINUTE_MS = 60_000;

type Said = { readonly unit: 'minutes' | 'hours' | 'days'; readonly count: number };

/** The time since an instant, in the largest unit that fits at least once. */
function ageOf(instant: string, now: Date): Said {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / MINUTE_MS));
  const [unit, count]: [Said['unit'], number] =
    minutes < 60
      ? ['minutes', minutes]
      : minutes < 1440
        ? ['hours', Math.floor(minutes / 60)]
        : ['days', Math.floor(minutes / 1440)];
  return { unit, count };
}

/** `5 min`: the texts of minutes and hours name the number, those of days choose their form by it. */
export function ageText(instant: string, now: Date, t: (key: string, values: Values) => string): string {
  const { unit, count } = ageOf(instant, now);
  return t(`device:age.${unit}`, { count, number: count });
}
