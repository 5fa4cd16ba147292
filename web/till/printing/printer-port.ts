/** A thermal printer that bytes are written to, and why it cannot be reached. */
import { isObject } from '../../../domain/kernel/members.ts';
import type { PrinterSettings } from './printer-settings.ts';

export interface ChosenPrinter {
  readonly vendorId: number;
  readonly productId: number;
}

export interface PrinterPort {
  /** Asks the person which one; null when they chose none. Only after a click. */
  choose(): Promise<ChosenPrinter | null>;
  /** Throws PrinterProblem. */
  write(bytes: Uint8Array<ArrayBuffer>, settings: PrinterSettings): Promise<void>;
}

/** `unable`: this browser, or this page, may not; `not_chosen`; `not_there`: switched off or unplugged; `failed`: it broke off. */
export class PrinterProblem extends Error {
  readonly reason: 'unable' | 'not_chosen' | 'not_there' | 'failed';

  constructor(reason: PrinterProblem['reason'], cause?: unknown) {
    super(`the printer: ${reason}`, { cause });
    this.name = 'PrinterProblem';
    this.reason = reason;
  }
}

/** Interfaces of the browser that TypeScript does not know: what is asked for is a method of the object. */
export const hasMethods = (value: unknown, ...names: readonly string[]): boolean =>
  isObject(value) && names.every((name) => typeof value[name] === 'function');

export function isSame(chosen: ChosenPrinter, { vendorId, productId }: Partial<ChosenPrinter>): boolean {
  return chosen.vendorId === vendorId && chosen.productId === productId;
}
