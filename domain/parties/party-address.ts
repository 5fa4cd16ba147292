/** The address of a party where a document names none: the default one of its list, or its own. */
interface Addressed {
  readonly address?: string | null;
  readonly addresses?: readonly { readonly address: string; readonly is_default?: boolean }[];
}

export const addressOf = ({ addresses = [], address }: Addressed): string | null =>
  addresses.find(({ is_default }) => is_default === true)?.address ?? address ?? null;
