/** Receipt printers on USB (WebUSB): the device's printer interface, and its output endpoint. */
import { type ChosenPrinter, hasMethods, isSame, type PrinterPort, PrinterProblem } from './printer-port.ts';

/** USB class code of printers. */
const PRINTER_CLASS = 7;
const CHUNK_BYTES = 16_384;

interface UsbEndpoint {
  readonly endpointNumber: number;
  readonly direction: 'in' | 'out';
}
interface UsbInterface {
  readonly interfaceNumber: number;
  readonly alternates: readonly {
    readonly interfaceClass: number;
    readonly endpoints: readonly UsbEndpoint[];
  }[];
}
interface UsbDevice extends ChosenPrinter {
  readonly configuration: { readonly interfaces: readonly UsbInterface[] } | null;
  open(): Promise<void>;
  close(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(number: number): Promise<void>;
  transferOut(endpoint: number, data: Uint8Array<ArrayBuffer>): Promise<{ readonly status: string }>;
}
interface Usb {
  getDevices(): Promise<readonly UsbDevice[]>;
  requestDevice(options: { readonly filters: readonly { readonly classCode: number }[] }): Promise<UsbDevice>;
}

const isUsb = (value: unknown): value is Usb => hasMethods(value, 'getDevices', 'requestDevice');

function usb(): Usb {
  const found = 'usb' in navigator ? navigator.usb : undefined;
  if (!isUsb(found)) throw new PrinterProblem('unable');
  return found;
}

export const usbPrinter: PrinterPort = {
  async choose() {
    try {
      const { vendorId, productId } = await usb().requestDevice({ filters: [{ classCode: PRINTER_CLASS }] });
      return { vendorId, productId };
    } catch (problem) {
      // The list was closed without a choice.
      if (problem instanceof DOMException && problem.name === 'NotFoundError') return null;
      throw problem;
    }
  },
  async write(bytes, { chosen }) {
    if (chosen === null) throw new PrinterProblem('not_chosen');
    const device = (await usb().getDevices()).find((each) => isSame(chosen, each));
    if (!device) throw new PrinterProblem('not_there');
    try {
      await device.open();
      if (device.configuration === null) await device.selectConfiguration(1);
      const { number, endpoint } = outOf(device);
      await device.claimInterface(number);
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
        const { status } = await device.transferOut(endpoint, bytes.slice(at, at + CHUNK_BYTES));
        if (status !== 'ok') throw new PrinterProblem('failed');
      }
    } catch (problem) {
      throw problem instanceof PrinterProblem ? problem : new PrinterProblem('failed', problem);
    } finally {
      // Released for other windows of the till. A closed or unplugged device needs no closing.
      await device.close().catch(() => undefined);
    }
  },
};

function outOf({ configuration }: UsbDevice): { readonly number: number; readonly endpoint: number } {
  for (const { interfaceNumber, alternates } of configuration?.interfaces ?? []) {
    for (const { interfaceClass, endpoints } of alternates) {
      const out = endpoints.find(({ direction }) => direction === 'out');
      if (interfaceClass === PRINTER_CLASS && out) return { number: interfaceNumber, endpoint: out.endpointNumber };
    }
  }
  throw new PrinterProblem('failed');
}
