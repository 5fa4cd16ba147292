/** Printers for a browser under test, which collect the written bytes. Runs in the page. */

export interface FakePrinters {
  /** The bytes of each job. */
  readonly jobs: number[][];
  /** Unplugged printers are not listed. */
  isThere: boolean;
}

declare global {
  interface Window {
    printers: FakePrinters;
  }
}

export function fakePrinters(): void {
  const printers: FakePrinters = { jobs: [], isThere: true };
  let job: number[] = [];
  const endpoints = [
    { endpointNumber: 2, direction: 'in' },
    { endpointNumber: 1, direction: 'out' },
  ];
  const device = {
    ...{ vendorId: 0x04b8, productId: 0x0e15 },
    configuration: { interfaces: [{ interfaceNumber: 0, alternates: [{ interfaceClass: 7, endpoints }] }] },
    open: async () => {
      job = [];
    },
    selectConfiguration: async () => undefined,
    claimInterface: async () => undefined,
    transferOut: async (endpoint: number, data: Uint8Array) => {
      if (endpoint !== 1) throw new Error('not the endpoint that takes bytes');
      job.push(...data);
      return { status: 'ok' };
    },
    close: async () => {
      printers.jobs.push(job);
    },
  };
  const port = {
    writable: null as WritableStream<Uint8Array> | null,
    getInfo: () => ({ usbVendorId: 0x1a86, usbProductId: 0x7523 }),
    open: async ({ baudRate }: { baudRate: number }) => {
      const written: number[] = [baudRate];
      port.writable = new WritableStream({
        write: (chunk: Uint8Array) => void written.push(...chunk),
        close: () => void printers.jobs.push(written),
      });
    },
    close: async () => undefined,
  };
  const here = <Found>(found: Found): Found[] => (printers.isThere ? [found] : []);
  const define = (name: string, value: object) => Object.defineProperty(navigator, name, { value, configurable: true });
  define('usb', { getDevices: async () => here(device), requestDevice: async () => device });
  define('serial', { getPorts: async () => here(port), requestPort: async () => port });
  window.printers = printers;
}
