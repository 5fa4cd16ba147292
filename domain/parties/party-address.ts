/** The address of a party for documents without one: the default of its address list, else its own address. */
interface Addressed {
  readonly address?: string | null;
  readonly addresses?: readonly { readonly address: string; readonly is_default?: boolean }[];
}

export const addressOf = ({ addresses = [], address }: Addressed): string | null =>
  addresses.find(({ is_default }) => is_default === true)?.address ?? address ?? null;
