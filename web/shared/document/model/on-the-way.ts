/** Pending answers that will fill a draft: Ctrl+Enter may come before them, and saving waits for them. */
const onTheWay = new Set<Promise<void>>();

export function awaited(work: Promise<void>): void {
  onTheWay.add(work);
  void work.finally(() => onTheWay.delete(work));
}

export async function allHaveCome(): Promise<void> {
  await Promise.allSettled(onTheWay);
}
