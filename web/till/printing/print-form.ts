/** Prints a paper of the till as the device is set up: through the dialog of the browser, or on its thermal printer, which also opens the drawer. */
import { printPaper } from '../../shared/paper/print-paper.ts';
import { type PrinterPort, PrinterProblem } from './printer-port.ts';
import { type PrinterKind, type PrinterSettings, printerSettings } from './printer-settings.ts';
import { rasterOf } from './raster.ts';
import { serialPrinter } from './serial-printer.ts';
import { usbPrinter } from './usb-printer.ts';

export const PORTS: Readonly<Record<Exclude<PrinterKind, 'dialog'>, PrinterPort>> = {
  usb: usbPrinter,
  serial: serialPrinter,
};

/** Characters in a line, which the encoder asks for; a picture has none. */
const COLUMNS = { '80mm': 48, '58mm': 32 } as const;
/** Darker dots than this (of 255) are printed. */
const THRESHOLD = 160;
const LINES_BEFORE_CUT = 4;

/** `opensDrawer`: cash goes in or out with it. Throws PrinterProblem. */
export async function printForm(html: string, opensDrawer = false): Promise<void> {
  const settings = printerSettings.current();
  if (settings.kind === 'dialog') return printPaper(html);
  const bytes = await thermalBytes(html, settings, opensDrawer).catch((problem: unknown) => {
    throw new PrinterProblem('failed', problem);
  });
  // Two windows do not write into each other's receipt.
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
    ...{ language: 'esc-pos', imageMode: 'raster', columns: COLUMNS[roll], feedBeforeCut: LINES_BEFORE_CUT },
  });
  encoder.initialize().image(image, image.width, image.height, 'threshold', THRESHOLD).cut('partial');
  if (opensDrawer) encoder.pulse();
  return new Uint8Array(encoder.encode());
}
