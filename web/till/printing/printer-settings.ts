/** The printer of this device: kept on it, because another till has another one. */
import { isOneOf, membersOf } from '../../../domain/kernel/members.ts';
import { ROLLS, type Roll } from '../../../domain/paper/template.ts';
import { Watchable } from '../device/watched.ts';

/** The dialog of the browser, or a thermal printer that is written to directly. */
export const PRINTER_KINDS = ['dialog', 'usb', 'serial'] as const;
export type PrinterKind = (typeof PRINTER_KINDS)[number];

export const BAUD_RATES = ['9600', '19200', '38400', '115200'] as const;

export interface PrinterSettings {
  readonly kind: PrinterKind;
  /** Of a thermal printer; the dialog prints what the template says. */
  readonly roll: Roll;
  /** Receipts are printed as soon as they are paid, and the drawer opens for cash. */
  readonly isAutomatic: boolean;
  readonly baudRate: (typeof BAUD_RATES)[number];
  /** Which of the printers that were allowed: its numbers on the USB; null before one was chosen. */
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
    // Whatever else wrote there, the usual settings are in force.
    return {};
  }
}

export const printerSettings = new Watchable<PrinterSettings>(kept());

/** Another window of this device has changed them. */
globalThis.addEventListener('storage', ({ key }) => {
  if (key === KEY) printerSettings.set(kept());
});

export function changePrinter(change: Partial<PrinterSettings>): void {
  const next = { ...printerSettings.current(), ...change };
  localStorage.setItem(KEY, JSON.stringify(next));
  printerSettings.set(next);
}
