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
/** Scanners over Bluetooth are slower. Nobody types the digits of a barcode, its check digit right, this fast. */
const PAUSE_AVERAGE_OF_BARCODE_MS = 80;
const BARCODE_LENGTH_MIN = 8;

export function createScanDetector(): ScanDetector {
  let text = '';
  let startMs = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  const isWithin = (pauseMs: number) => (lastMs - startMs) / (text.length - 1) <= pauseMs;
  const fast = () => text.length >= SCAN_LENGTH_MIN && isWithin(PAUSE_AVERAGE_MAX_MS);
  const isBarcode = () => text.length >= BARCODE_LENGTH_MIN && isGtin(text) && isWithin(PAUSE_AVERAGE_OF_BARCODE_MS);
  return {
    scanning: fast,
    feed(key) {
      const late = key.timeMs - lastMs > PAUSE_MAX_MS;
      if (key.code === 'Enter' || key.code === 'NumpadEnter' || key.code === 'Tab') {
        const scanned = !late && (fast() || isBarcode()) ? text : undefined;
        text = '';
        return scanned;
      }
      const character = characterOf(key);
      if (character === undefined) return undefined;
      if (late) {
        text = '';
        startMs = key.timeMs;
      }
      if (text === '') startMs = key.timeMs;
      text += character;
      lastMs = key.timeMs;
      return undefined;
    },
  };
}

/** Signs of GS1 codes by their place on the keyboard of a scanner, `+` where it presses shift. */
const SIGNS: Readonly<Record<string, string>> = { BracketRight: ']', 'Digit9+': '(', 'Digit0+': ')' };

function characterOf(key: ScanKey): string | undefined {
  const sign = SIGNS[`${key.code}${key.shiftKey ? '+' : ''}`];
  if (sign !== undefined && key.key !== GS1_SEPARATOR) return sign;
  const place = /^(?:Digit|Numpad)(\d)$|^Key([A-Z])$/.exec(key.code);
  if (place?.[1] !== undefined && !key.shiftKey) return place[1];
  if (place?.[2] !== undefined) return key.shiftKey ? place[2] : place[2].toLowerCase();
  return key.key.length === 1 ? key.key : undefined;
}
