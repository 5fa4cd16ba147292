/** A name in its own direction; a measure in it (`330 ml`) is shown from left to right in every language. */
import { nameParts } from '../typing/name-parts.ts';

export function Name({ of }: { of: string }) {
  const parts = nameParts(of);
  if (parts.length === 1) return <bdi>{of}</bdi>;
  return (
    <bdi dir="auto">
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name do not move.
          <bdi key={index} dir="ltr">
            {part}
          </bdi>
        ) : (
          part
        ),
      )}
    </bdi>
  );
}
