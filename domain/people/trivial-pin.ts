/** Rejects PINs that are guessed first because they are easy to type or to remember. */

/** Rows, columns and diagonals of a keypad, in both directions. */
const LINES: ReadonlySet<string> = new Set(
  ['123', '456', '789', '147', '258', '369', '159', '357'].flatMap((line) => [line, [...line].reverse().join('')]),
);
/** Plausible years of birth and of events. */
const YEARS = { from: 1930, to: 2049 } as const;

/** `pin` contains digits only. */
export function isTrivialPin(pin: string): boolean {
  const collapsed = pin.replace(/(\d)\1+/g, '$1');
  return (
    new Set(pin).size <= 2 ||
    /^(\d+)\1+$/.test(pin) ||
    isRow(pin) ||
    isRow(collapsed) ||
    isRowAndBack(pin) ||
    isDrawn(pin) ||
    isDate(pin)
  );
}

/** True when the step between neighbouring digits is constant: 123456, 9876, 7890, 135791. */
function isRow(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10);
  return steps.length > 1 && steps.every((step) => step === steps[0]);
}

/** True for a row and its reverse: 123321, 1234321. */
function isRowAndBack(pin: string): boolean {
  const half = pin.slice(0, Math.ceil(pin.length / 2));
  return pin === [...pin].reverse().join('') && isRow(half);
}

/** True for consecutive lines of the keypad: 147258, 789456123. */
function isDrawn(pin: string): boolean {
  const lines = pin.match(/.{3}/g) ?? [];
  return pin.length % 3 === 0 && lines.every((line) => LINES.has(line));
}

/** True for a date with digit groups of these lengths, in any usual order of day, month and year. */
function isDate(pin: string): boolean {
  const [a, b, c] = [pin.slice(0, 2), pin.slice(2, 4), pin.slice(4)];
  if (pin.length === 6) {
    return isDay(a, b) || isDay(b, a) || isDay(c, b) || isMonthOf(pin.slice(0, 4), c) || isMonthOf(pin.slice(2), a);
  }
  if (pin.length !== 8) return pin.length === 4 && isYear(pin);
  const [year, month, day] = [pin.slice(0, 4), pin.slice(4, 6), pin.slice(6)];
  return (isYear(c) && (isDay(a, b) || isDay(b, a))) || (isYear(year) && isDay(day, month));
}

const isYear = (digits: string): boolean => Number(digits) >= YEARS.from && Number(digits) <= YEARS.to;
const isMonth = (digits: string): boolean => Number(digits) >= 1 && Number(digits) <= 12;
const isDay = (day: string, month: string): boolean => Number(day) >= 1 && Number(day) <= 31 && isMonth(month);
const isMonthOf = (year: string, month: string): boolean => isYear(year) && isMonth(month);
