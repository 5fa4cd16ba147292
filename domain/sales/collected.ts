/** What a driver collects with an order: what is unpaid, and nothing with an order on account. */
export const collectedOf = (order: { readonly payment_type: unknown; readonly unpaid: string }): string =>
  order.payment_type === 'on_account' ? '0' : order.unpaid;
