/**
 * Parses an amount field: `12*3.5+100`, brackets, digits of any script, and the thousands and decimal marks of Arabic
 * keyboards. A recursive descent over decimal.js; never evaluates code.
 */
import { Decimal } from 'decimal.js';
import { toLatinDigits } from './digits.ts';

export type AmountProblem = 'syntax' | 'division_by_zero' | 'too_large';
export type AmountReading =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: AmountProblem };

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -60, toExpPos: 60 });
const LENGTH_MAX = 200;
const WHOLE_DIGITS_MAX = 14;
/** 1,234,567.5 with `,` `٬` or `،` between groups of three and `.` or `٫` before the decimals. */
const NUMBER = /^(?:\d{1,3}(?:[,\u066c\u060c]\d{3})+|\d+)?(?:[.\u066b]\d*)?/;

/** The value as a plain decimal string of at most `decimals` decimals, rounded half away from zero. */
export function readAmount(text: string, decimals: number): AmountReading {
  const source = toLatinDigits(text).replace(/[\s\u200e\u200f\u061c\u2066-\u2069]/g, '');
  if (source === '' || source.length > LENGTH_MAX) return { ok: false, problem: 'syntax' };
  try {
    const reader = new Reader(source);
    const value = reader.sum();
    if (!reader.atEnd()) return { ok: false, problem: 'syntax' };
    const rounded = value.toDecimalPlaces(decimals);
    if (rounded.abs().gte(new Exact(10).pow(WHOLE_DIGITS_MAX))) return { ok: false, problem: 'too_large' };
    return { ok: true, value: rounded.isZero() ? '0' : rounded.toFixed() };
  } catch (problem) {
    if (problem instanceof AmountError) return { ok: false, problem: problem.problem };
    throw problem;
  }
}

/** True when the text is more than a plain number, so that the field shows its result. */
export function isExpression(text: string): boolean {
  return /[-+*/×÷(]/.test(text.trim().slice(1));
}

class AmountError extends Error {
  readonly problem: AmountProblem;
  constructor(problem: AmountProblem) {
    super(problem);
    this.problem = problem;
  }
}

class Reader {
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  atEnd(): boolean {
    return this.#at === this.#source.length;
  }

  sum(): Decimal {
    let value = this.#product();
    for (;;) {
      if (this.#take('+')) value = value.plus(this.#product());
      else if (this.#take('-') || this.#take('\u2212')) value = value.minus(this.#product());
      else return value;
    }
  }

  #product(): Decimal {
    let value = this.#factor();
    for (;;) {
      if (this.#take('*') || this.#take('×')) value = value.times(this.#factor());
      else if (this.#take('/') || this.#take('÷')) {
        const divisor = this.#factor();
        if (divisor.isZero()) throw new AmountError('division_by_zero');
        value = value.div(divisor);
      } else return value;
    }
  }

  #factor(): Decimal {
    if (this.#take('-') || this.#take('\u2212')) return this.#nested(() => this.#factor().neg());
    if (this.#take('+')) return this.#nested(() => this.#factor());
    if (this.#take('(')) {
      const value = this.#nested(() => this.sum());
      if (!this.#take(')')) throw new AmountError('syntax');
      return value;
    }
    return this.#number();
  }

  #nested(read: () => Decimal): Decimal {
    this.#depth += 1;
    if (this.#depth > 50) throw new AmountError('syntax');
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #number(): Decimal {
    const match = NUMBER.exec(this.#source.slice(this.#at))?.[0] ?? '';
    const plain = match.replace(/[,\u066c\u060c]/g, '').replace('\u066b', '.');
    if (!/\d/.test(plain)) throw new AmountError('syntax');
    this.#at += match.length;
    return new Exact(plain);
  }

  #take(sign: string): boolean {
    if (this.#source[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }
}
