/**
 * What an uploaded picture must be, and how it is kept: known by its content and not by its name, not larger than can
 * be decoded safely, and encoded again, so that nothing of the file but its picture is ever stored or served (no
 * camera's place and time, no second file behind the first).
 */
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { Refusal } from '../../domain/kernel/refusal.ts';

/** The specification's 2 MB. */
export const PICTURE_BYTES_MAX = 2_097_152;
const PIXELS_MAX = 40_000_000;
/** Larger ones are made smaller: a screen shows no more. */
const SIDE_MAX = 2560;
const SMALL_SIDE = 320;
const ENCODING_SECONDS_MAX = 15;

const NAMES = /\.(jpe?g|png)$/i;
const MEDIA_TYPES = ['image/jpeg', 'image/png'] as const;
type MediaType = (typeof MEDIA_TYPES)[number];

export interface Picture {
  readonly mediaType: MediaType;
  readonly bytes: Buffer;
  /** At most 320 pixels wide and high, of the same type. */
  readonly small: Buffer;
  readonly width: number;
  readonly height: number;
}

const refused = (message: string, params?: Record<string, string>): Refusal =>
  new Refusal('validation', [{ field: 'image', message, ...(params ? { params } : {}) }]);

export const tooManyBytes = (): Refusal => refused('image_too_large');

sharp.cache(false);
/** One at a time: a picture that is decoded takes up to 160 megabytes. */
let queue: Promise<unknown> = Promise.resolve();

/** Throws Refusal for whatever is no JPEG or PNG of at most 2 MB and 40 megapixels. */
export async function readPicture(given: Buffer, fileName: string): Promise<Picture> {
  if (given.length > PICTURE_BYTES_MAX) throw tooManyBytes();
  const found = await fileTypeFromBuffer(given);
  const mediaType = MEDIA_TYPES.find((name) => name === found?.mime);
  if (!mediaType || !NAMES.test(fileName)) throw refused('image_type');
  const { width = 0, height = 0 } = await sharp(given, { limitInputPixels: false })
    .metadata()
    // Whatever sharp cannot read is refused as that.
    .catch(() => ({ width: 0, height: 0 }));
  if (width * height === 0) throw refused('image_unreadable');
  if (width * height > PIXELS_MAX) throw refused('image_pixels', { value: String(PIXELS_MAX / 1_000_000) });
  const encoded = queue.then(() => encode(given, mediaType));
  // The next one waits for its end, whatever that was.
  queue = encoded.catch(() => undefined);
  return encoded;
}

async function encode(given: Buffer, mediaType: MediaType): Promise<Picture> {
  try {
    const { data: bytes, info } = await encoded(given, mediaType, SIDE_MAX);
    const { data: small } = await encoded(bytes, mediaType, SMALL_SIDE);
    return { mediaType, bytes, small, width: info.width, height: info.height };
  } catch {
    throw refused('image_unreadable');
  }
}

/** Turned the way that the camera was held; sharp writes no metadata unless it is told to. */
function encoded(given: Buffer, mediaType: MediaType, side: number) {
  const shown = sharp(given, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: ENCODING_SECONDS_MAX });
  const typed = mediaType === 'image/png' ? shown.png({ compressionLevel: 8 }) : shown.jpeg({ quality: 86 });
  return typed.toBuffer({ resolveWithObject: true });
}
