/** Quantities as texts, for dialogs that add them up. */
import { printQuantity, type Quantity, readQuantity as read, toQuantity } from '../../../../domain/kernel/quantity.ts';

export function readQuantity(text: string): Quantity | undefined {
  return read(text);
}

/** What cannot be read counts as nothing. */
export function add(one: string, other: string): string {
  return printQuantity(toQuantity((read(one) ?? 0n) + (read(other) ?? 0n)));
}
