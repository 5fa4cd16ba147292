/**
 * What the goods of the demonstration look like: a picture for each kind, drawn here as the sign of the kind in a colour of its
 * own, and uploaded as a person uploads it. Its name follows from the kind, because events hold it.
 */
import { createHash } from 'node:crypto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { readPicture } from '../../command-api/attachments/picture.ts';
import type { Commands } from '../../command-api/handling/open-commands.ts';
import { defined } from '../../domain/kernel/defined.ts';
import { SUPER_USER_ID } from '../../identity/person.ts';
import { SIGNS } from './item-signs.ts';

const SIDE = 240;
/** Degrees between the colours of two kinds: with 360 it has no divisor in common, so that no two of them are alike. */
const HUES_APART = 29;

/** The same picture for the same kind. `name` is its English name, `number` that of the kind among all of them. */
export function drawn(name: string, number: number): Promise<Buffer> {
  const hue = (number * HUES_APART) % 360;
  const look = { x: 45, y: 45, size: 150, color: `hsl(${hue}, 60%, 30%)`, strokeWidth: 1.7 };
  const sign = renderToStaticMarkup(createElement(defined(SIGNS[name], `no sign for ${name}`), look));
  const stops = `<stop offset="0" stop-color="hsl(${hue}, 70%, 95%)"/><stop offset="1" stop-color="hsl(${hue}, 55%, 82%)"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">${stops}</linearGradient></defs>
    <rect width="${SIDE}" height="${SIDE}" fill="url(#g)"/>
    <circle cx="120" cy="120" r="110" fill="#fff" opacity="0.6"/>${sign}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}

/** Gives the name of the picture. */
export async function pictureOf({ uploads }: Pick<Commands, 'uploads'>, name: string, number: number): Promise<string> {
  const id = createHash('sha256').update(`goods ${name}`).digest('hex').slice(0, 32);
  const picture = await readPicture(await drawn(name, number), 'goods.png');
  await uploads.add(picture, `${name}.png`, SUPER_USER_ID, id);
  return id;
}
