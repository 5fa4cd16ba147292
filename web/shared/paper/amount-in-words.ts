/**
 * An amount of money in words, as on cheques and invoices. Words and their joining are texts (`printed:` of the
 * languages); this file splits the number. Dinar and dollar have their own words.
 */

import type { PaperCurrency } from '../../../domain/paper/paper.schema.ts';
import { parseFixed } from '../../../domain/values/fixed-point.ts';
import type { Language } from '../../../domain/values/language.ts';
import { pluralForm } from '../../../domain/values/plural.ts';
import type { PaperWords } from './paper-words.ts';

const SCALES = [1_000_000_000_000n, 1_000_000_000n, 1_000_000n, 1_000n] as const;
const SCALE_DECIMALS = 4;
const UNIT = 10_000n;
const WORDED: ReadonlySet<number> = new Set([1, 2]);

type Say = (key: string, params?: Readonly<Record<string, string>>) => string;

/** Empty for invalid amounts, from a thousand billions on, and for carrying values finer than a hundredth, which nobody pays. */
export function amountInWords(amount: string, currency: PaperCurrency, language: Language, words: PaperWords): string {
  const units = parseFixed(amount, SCALE_DECIMALS);
  if (units === undefined) return '';
  const size = units < 0n ? -units : units;
  const [whole, hundredths] = [size / UNIT, (size % UNIT) / 100n];
  if (whole >= 1_000_000_000_000_000n || size % 100n !== 0n) return '';
  const say: Say = (key, params) => words(language, key, params);
  const said = money(whole, currency, say);
  const hundredthsOf = WORDED.has(currency.currency_fk) ? String(currency.currency_fk) : 'any';
  const cents = say(`printed:money.hundredths.${hundredthsOf}.${pluralForm('ar', hundredths)}`, {
    n: numberInWords(hundredths, say),
  });
  const fraction = whole === 0n ? cents : say('printed:words.fraction', { a: said, b: cents });
  return say('printed:words.only', { amount: hundredths === 0n ? said : fraction });
}

function money(whole: bigint, { currency_fk, currency_name }: PaperCurrency, say: Say): string {
  const n = numberInWords(whole, say);
  if (!WORDED.has(currency_fk)) return say('printed:words.of_currency', { n, currency: currency_name });
  return say(`printed:money.${currency_fk}.${pluralForm('ar', whole)}`, { n });
}

/** `isLast`: the noun follows directly, before which Arabic duals and accusatives have a shorter form. */
function numberInWords(number: bigint, say: Say, isLast = true): string {
  if (number === 0n) return say('printed:number.0');
  const scale = SCALES.find((each) => number >= each);
  if (scale === undefined) return belowThousand(number, say, isLast);
  const [count, rest] = [number / scale, number % scale];
  const form = pluralForm('ar', count);
  const isShort = isLast && rest === 0n && (form === 'two' || form === 'many');
  const large = say(`printed:${isShort ? 'before_noun' : 'scale'}.${scale}.${form}`, { n: numberInWords(count, say) });
  if (rest === 0n) return large;
  const joining = rest < 100n ? 'hundreds' : 'scales';
  return say(`printed:words.${joining}`, { a: large, b: numberInWords(rest, say, isLast) });
}

function belowThousand(number: bigint, say: Say, isLast: boolean): string {
  const [hundreds, rest] = [number - (number % 100n), number % 100n];
  if (hundreds === 0n) return belowHundred(rest, say);
  if (rest !== 0n)
    return say('printed:words.hundreds', { a: say(`printed:number.${hundreds}`), b: belowHundred(rest, say) });
  return say(`printed:${isLast && hundreds === 200n ? 'before_noun' : 'number'}.${hundreds}`);
}

function belowHundred(number: bigint, say: Say): string {
  const ones = number % 10n;
  if (number <= 20n || ones === 0n) return say(`printed:number.${number}`);
  return say('printed:words.tens', { a: say(`printed:number.${number - ones}`), b: say(`printed:number.${ones}`) });
}
