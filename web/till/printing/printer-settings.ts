/** The printer settings of this device, stored on it, because each till has its own printer. */

import { ROLLS, type Roll } from '../../../domain/paper/template.ts';
import { isOneOf, membersOf } from '../../../domain/values/members.ts';
import { Watchable } from '../device/watched.ts';

/** The browser's dialog, or direct access to a thermal printer. */
export const PRINTER_KINDS = ['dialog', 'usb', 'serial'] as const;
export type PrinterKind = (typeof PRINTER_KINDS)[number];

export const BAUD_RATES = ['9600', '19200', '38400', '115200'] as const;

export interface PrinterSettings {
  readonly kind: PrinterKind;
  /** For a thermal printer; the dialog uses the template's size. */
  readonly roll: Roll;
  /** Receipts are printed at once after payment, and the drawer opens for cash. */
  readonly isAutomatic: boolean;
  readonly baudRate: (typeof BAUD_RATES)[number];
  /** The USB ids of the chosen printer; null before the choice. */
  readonly chosen: { readonly vendorId: number; readonly productId: number } | null;
}

const USUAL: PrinterSettings = { kind: 'dialog', roll: '80mm', isAutomatic: false, baudRate: '9600', chosen: null };
const KEY = 'daftar.till_printer';

function kept(): PrinterSettings {
  const { kind, roll, isAutomatic, baudRate, chosen } = membersOf(read());
  const { vendorId, productId } = membersOf(chosen);
  return {
    kind: isOneOf(PRINTER_KINDS, kind) ? kind : USUAL.kind,
    roll: isOneOf(ROLLS, roll) ? roll : USUAL.roll,
    isAutomatic: isAutomatic === true,
    baudRate: isOneOf(BAUD_RATES, baudRate) ? baudRate : USUAL.baudRate,
    chosen: typeof vendorId === 'number' && typeof productId === 'number' ? { vendorId, productId } : null,
  };
}

function read(): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    // Invalid stored settings count as defaults.
    return {};
  }
}

export const printerSettings = new Watchable<PrinterSettings>(kept());

/** Another window of this device has changed the settings. */
globalThis.addEventListener('storage', ({ key }) => {
  if (key === KEY) printerSettings.set(kept());
});

export function changePrinter(change: Partial<PrinterSettings>): void {
  const next = { ...printerSettings.current(), ...change };
  localStorage.setItem(KEY, JSON.stringify(next));
  printerSettings.set(next);
}
