/**
 * Checks and re-encodes uploaded pictures. The type is detected from the content, sizes that cannot be decoded safely
 * are refused, and the stored file contains only the re-encoded picture (no camera metadata, no appended second file).
 */
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { Refusal } from '../../domain/kernel/refusal.ts';

/** The specification's 2 MB. */
export const PICTURE_BYTES_MAX = 2_097_152;
const PIXELS_MAX = 40_000_000;
/** Larger pictures are scaled down: no screen shows more. */
const SIDE_MAX = 2560;
const SMALL_SIDE = 320;
const ENCODING_SECONDS_MAX = 15;

const NAMES = /\.(jpe?g|png)$/i;
const MEDIA_TYPES = ['image/jpeg', 'image/png'] as const;
type MediaType = (typeof MEDIA_TYPES)[number];

export interface Picture {
  readonly mediaType: MediaType;
  readonly bytes: Buffer;
  /** At most 320 pixels wide and high, with the same type. */
  readonly small: Buffer;
  readonly width: number;
  readonly height: number;
}

const refused = (message: string, params?: Record<string, string>): Refusal =>
  new Refusal('validation', [{ field: 'image', message, ...(params ? { params } : {}) }]);

export const tooManyBytes = (): Refusal => refused('image_too_large');

sharp.cache(false);
/** One at a time: decoding a picture takes up to 160 megabytes. */
let queue: Promise<unknown> = Promise.resolve();

/** Throws Refusal for anything but a JPEG or PNG of at most 2 MB and 40 megapixels. */
export async function readPicture(given: Buffer, fileName: string): Promise<Picture> {
  if (given.length > PICTURE_BYTES_MAX) throw tooManyBytes();
  const found = await fileTypeFromBuffer(given);
  const mediaType = MEDIA_TYPES.find((name) => name === found?.mime);
  if (!mediaType || !NAMES.test(fileName)) throw refused('image_type');
  const { width = 0, height = 0 } = await sharp(given, { limitInputPixels: false })
    .metadata()
    // A file that sharp cannot read is refused like a wrong type.
    .catch(() => ({ width: 0, height: 0 }));
  if (width * height === 0) throw refused('image_unreadable');
  if (width * height > PIXELS_MAX) throw refused('image_pixels', { value: String(PIXELS_MAX / 1_000_000) });
  const encoded = queue.then(() => encode(given, mediaType));
  // The next picture waits for the end of this one, whether it succeeded or failed.
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

/** Applies the orientation of the camera; sharp writes no metadata by default. */
function encoded(given: Buffer, mediaType: MediaType, side: number) {
  const shown = sharp(given, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: ENCODING_SECONDS_MAX });
  const typed = mediaType === 'image/png' ? shown.png({ compressionLevel: 8 }) : shown.jpeg({ quality: 86 });
  return typed.toBuffer({ resolveWithObject: true });
}
