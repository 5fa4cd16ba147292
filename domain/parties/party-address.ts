/** Where a party is found when nobody says another place: the default of its addresses, or its own. */
interface Addressed {
  readonly address?: string | null;
  readonly addresses?: readonly { readonly address: string; readonly is_default?: boolean }[];
}

export const addressOf = ({ addresses = [], address }: Addressed): string | null =>
  addresses.find(({ is_default }) => is_default === true)?.address ?? address ?? null;
