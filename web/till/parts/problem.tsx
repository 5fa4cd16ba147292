/** An error message; renders nothing without one. */
export function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p role="alert" className="rounded-md bg-danger p-3 text-danger-ink">
      {text}
    </p>
  );
}
