/** Whether the browser keeps the storage of this device, and asking it to; an address that it does not trust has neither. */

/** Null where the browser does not say. */
export async function storageIsKept(): Promise<boolean | null> {
  return (await navigator.storage?.persisted?.()) ?? null;
}

export async function keepStorage(): Promise<boolean | null> {
  return (await navigator.storage?.persist?.()) ?? null;
}
