/** The page that shows the pictures side by side: a section for each screen, a row for each language and theme. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Taken } from './pictures.ts';

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0) ?? 0};`);

const STYLE = `
  body { font: 14px system-ui, sans-serif; margin: 24px; background: #ddd }
  h2 { margin: 32px 0 8px; position: sticky; top: 0; background: #ddd }
  .row { display: flex; gap: 12px; align-items: flex-start; margin-bottom: 12px; overflow-x: auto }
  figure { margin: 0; flex: none }
  img { height: 420px; width: auto; border: 1px solid #999; background: white }
  figcaption { color: #444 }`;

/** Writes `index.html` into the folder `home`; `folder` is the relative path of the pictures. */
export function hang({ pictures, problems }: Taken, home: string, folder: string): void {
  const sections = [...Map.groupBy(pictures, ({ address }) => address)].map(([address, all]) => {
    const rows = [...Map.groupBy(all, ({ language, theme }) => `${language} · ${theme}`)].map(
      ([look, shown]) =>
        `<div class="row">${shown
          .map(({ file, width }) => {
            const source = escaped(`${folder}/${file}`);
            const caption = escaped(`${look} · ${width ?? 'paper'}`);
            return `<figure><a href="${source}"><img src="${source}" loading="lazy" alt="${caption}"></a><figcaption>${caption}</figcaption></figure>`;
          })
          .join('')}</div>`,
    );
    return `<h2 id="${escaped(address)}">${escaped(address)}</h2>${rows.join('')}`;
  });
  const missing = problems.map((problem) => `<li>${escaped(problem)}</li>`).join('');
  writeFileSync(
    join(home, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Daftar: every screen</title><style>${STYLE}</style>
<h1>${pictures.length} pictures</h1>${missing === '' ? '' : `<p>Not shown:</p><ul>${missing}</ul>`}${sections.join('\n')}`,
  );
}
