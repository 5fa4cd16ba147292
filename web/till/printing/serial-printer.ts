/**
 * Receipt printers on a serial port (Web Serial): those with a serial cable, and many with USB or Bluetooth that
 * emulate one.
 */
import { hasMethods, isSame, type PrinterPort, PrinterProblem } from './printer-port.ts';

interface SerialPort {
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>> | null;
  getInfo(): { readonly usbVendorId?: number; readonly usbProductId?: number };
  open(options: { readonly baudRate: number }): Promise<void>;
  close(): Promise<void>;
}
interface Serial {
  getPorts(): Promise<readonly SerialPort[]>;
  requestPort(): Promise<SerialPort>;
}

const isSerial = (value: unknown): value is Serial => hasMethods(value, 'getPorts', 'requestPort');

function serial(): Serial {
  const found = 'serial' in navigator ? navigator.serial : undefined;
  if (!isSerial(found)) throw new PrinterProblem('unable');
  return found;
}

/** A port without USB has no ids: they are 0. */
function numbersOf(port: SerialPort) {
  const { usbVendorId = 0, usbProductId = 0 } = port.getInfo();
  return { vendorId: usbVendorId, productId: usbProductId };
}

export const serialPrinter: PrinterPort = {
  async choose() {
    try {
      return numbersOf(await serial().requestPort());
    } catch (problem) {
      // The list was closed without a choice.
      if (problem instanceof DOMException && problem.name === 'NotFoundError') return null;
      throw problem;
    }
  },
  async write(bytes, { chosen, baudRate }) {
    if (chosen === null) throw new PrinterProblem('not_chosen');
    const port = (await serial().getPorts()).find((each) => isSame(chosen, numbersOf(each)));
    if (!port) throw new PrinterProblem('not_there');
    try {
      await port.open({ baudRate: Number(baudRate) });
      const writer = port.writable?.getWriter();
      if (!writer) throw new PrinterProblem('failed');
      await writer.write(bytes);
      await writer.close();
    } catch (problem) {
      throw problem instanceof PrinterProblem ? problem : new PrinterProblem('failed', problem);
    } finally {
      // Released for other windows of the till. A closed or unplugged port needs no closing.
      await port.close().catch(() => undefined);
    }
  },
};
