/**
 * Distinguishes a barcode scanner from a person by timing. A scanner types at least three keys with hardly a pause and
 * ends with Enter or Tab. Keys are read by physical position (`event.code`), so that a scan is correct with an Arabic
 * or Kurdish layout.
 */
import { isGtin } from '../../../domain/catalogue/code.ts';
import { GS1_SEPARATOR } from '../../../domain/catalogue/gs1.ts';

export interface ScanKey {
  readonly code: string;
  readonly key: string;
  readonly shiftKey: boolean;
  /** Milliseconds, from any monotonic clock. */
  readonly timeMs: number;
}

export interface ScanDetector {
  /** The scanned text when this key ends a scan, otherwise undefined. */
  feed(key: ScanKey): string | undefined;
  /** True while keys arrive faster than a person types: the focused field's text should be restored. */
  scanning(): boolean;
}

export const SCAN_LENGTH_MIN = 3;
const PAUSE_MAX_MS = 100;
/** A fast typist needs about 90 ms for a key; scanners average below 30. */
const PAUSE_AVERAGE_MAX_MS = 40;
/**
 * Scanners over Bluetooth are slower, and not even. Nobody types the digits of a barcode, its check digit right, without a
 * longer pause.
 */
export const BARCODE_PAUSE_MAX_MS = 200;
const LONG_BARCODES = { lengths: [14, 13, 12], averageMaxMs: 100 };
/** An amount in dinars often has eight digits. */
const SHORT_BARCODE = { length: 8, averageMaxMs: 80 };

interface TypedKey {
  readonly character: string;
  readonly timeMs: number;
}

export function createScanDetector(): ScanDetector {
  /** Those without a pause that is longer than of any scanner. */
  let keys: readonly TypedKey[] = [];
  const last = () => keys.at(-1)?.timeMs ?? Number.NEGATIVE_INFINITY;
  return {
    scanning: () => fastEnd(keys) !== undefined,
    feed(key) {
      const pauseMs = key.timeMs - last();
      if (key.code === 'Enter' || key.code === 'NumpadEnter' || key.code === 'Tab') {
        const fast = pauseMs > PAUSE_MAX_MS ? undefined : fastEnd(keys);
        const scanned = fast ?? (pauseMs > BARCODE_PAUSE_MAX_MS ? undefined : barcodeEnd(keys));
        keys = [];
        return scanned;
      }
      const character = characterTyped(key);
      if (character === undefined) return undefined;
      keys = [...(pauseMs > BARCODE_PAUSE_MAX_MS ? [] : keys), { character, timeMs: key.timeMs }];
      return undefined;
    },
  };
}

const textOf = (keys: readonly TypedKey[]): string => keys.map(({ character }) => character).join('');

const averageMs = (keys: readonly TypedKey[]): number =>
  ((keys.at(-1)?.timeMs ?? 0) - (keys[0]?.timeMs ?? 0)) / (keys.length - 1);

/** What was typed at the speed of a scanner, after the last pause. */
function fastEnd(keys: readonly TypedKey[]): string | undefined {
  const pause = keys.findLastIndex(({ timeMs }, at) => timeMs - (keys[at - 1]?.timeMs ?? timeMs) > PAUSE_MAX_MS);
  const end = keys.slice(Math.max(pause, 0));
  return end.length >= SCAN_LENGTH_MIN && averageMs(end) <= PAUSE_AVERAGE_MAX_MS ? textOf(end) : undefined;
}

/** A barcode that came slower; digits before a long one were typed by a person. */
function barcodeEnd(keys: readonly TypedKey[]): string | undefined {
  const ends = LONG_BARCODES.lengths.filter((length) => length <= keys.length).map((length) => keys.slice(-length));
  const isSlow = (end: readonly TypedKey[], averageMaxMs: number) =>
    isGtin(textOf(end)) && averageMs(end) <= averageMaxMs;
  const long = ends.find((end) => isSlow(end, LONG_BARCODES.averageMaxMs));
  const short = keys.length === SHORT_BARCODE.length && isSlow(keys, SHORT_BARCODE.averageMaxMs) ? keys : undefined;
  const barcode = long ?? short;
  return barcode && textOf(barcode);
}

/** Signs of GS1 codes by their place on the keyboard of a scanner, `+` where it presses shift. */
const SIGNS: Readonly<Record<string, string>> = { BracketRight: ']', 'Digit9+': '(', 'Digit0+': ')' };

/** What a key adds to a scanned text; undefined for a key that is no character. */
export function characterTyped(key: Omit<ScanKey, 'timeMs'>): string | undefined {
  const sign = SIGNS[`${key.code}${key.shiftKey ? '+' : ''}`];
  if (sign !== undefined && key.key !== GS1_SEPARATOR) return sign;
  const place = /^(?:Digit|Numpad)(\d)$|^Key([A-Z])$/.exec(key.code);
  if (place?.[1] !== undefined && !key.shiftKey) return place[1];
  if (place?.[2] !== undefined) return key.shiftKey ? place[2] : place[2].toLowerCase();
  return key.key.length === 1 ? key.key : undefined;
}
