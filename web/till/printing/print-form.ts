/**
 * Prints a paper with the device's printer: through the browser's dialog, or on its thermal printer, which also opens
 * the drawer.
 */
import { printPaper } from '../../shared/paper/printing/print-paper.ts';
import { type PrinterPort, PrinterProblem } from './printer-port.ts';
import { type PrinterKind, type PrinterSettings, printerSettings } from './printer-settings.ts';
import { rasterOf } from './raster.ts';
import { serialPrinter } from './serial-printer.ts';
import { usbPrinter } from './usb-printer.ts';

export const PORTS: Readonly<Record<Exclude<PrinterKind, 'dialog'>, PrinterPort>> = {
  usb: usbPrinter,
  serial: serialPrinter,
};

/** Characters in a line, which the encoder requires; images do not use them. */
const COLUMNS = { '80mm': 48, '58mm': 32 } as const;
/** Dots darker than this (of 255) are printed. */
const THRESHOLD = 160;
const LINES_BEFORE_CUT = 4;

/** `opensDrawer`: cash goes in or out. Throws PrinterProblem. */
export async function printForm(html: string, opensDrawer = false): Promise<void> {
  const settings = printerSettings.current();
  if (settings.kind === 'dialog') return printPaper(html);
  const bytes = await thermalBytes(html, settings, opensDrawer).catch((problem: unknown) => {
    throw new PrinterProblem('failed', problem);
  });
  // A lock, so that two windows do not mix their receipts.
  const { kind } = settings;
  await navigator.locks.request('daftar-till-printer', () => PORTS[kind].write(bytes, settings));
}

async function thermalBytes(
  html: string,
  { roll }: PrinterSettings,
  opensDrawer: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const [{ default: ReceiptPrinterEncoder }, image] = await Promise.all([
    import('@point-of-sale/receipt-printer-encoder'),
    rasterOf(html, roll),
  ]);
  const encoder = new ReceiptPrinterEncoder({
    language: 'esc-pos',
    imageMode: 'raster',
    columns: COLUMNS[roll],
    feedBeforeCut: LINES_BEFORE_CUT,
  });
  encoder.initialize().image(image, image.width, image.height, 'threshold', THRESHOLD).cut('partial');
  if (opensDrawer) encoder.pulse();
  return new Uint8Array(encoder.encode());
}
