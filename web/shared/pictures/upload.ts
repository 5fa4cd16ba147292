/** Uploads a picture or a paper; the server assigns its name. Invalid files are refused before sending. */
import { upload } from '../api/command.ts';
import { ApiError } from '../api/error.ts';
import { say } from '../language/language.ts';

/** The specification's 2 MB. */
const BYTES_MAX = 2_097_152;
const TYPES: readonly string[] = ['image/jpeg', 'image/png'];
export const ACCEPTED = '.jpeg,.jpg,.png,image/jpeg,image/png';
/** Pictures of papers may be larger than those of goods, and papers may be files of other kinds. */
const PAPER_BYTES_MAX = 10_485_760;
const PAPER_NAMES = /\.(jpe?g|png|pdf|xlsx)$/i;
export const ACCEPTED_PAPERS = `${ACCEPTED},.pdf,.xlsx,application/pdf`;
/** Longest side in pixels; photographs of cameras are larger than needed. */
const CAMERA_SIDE = 2560;
const CAMERA_QUALITY = 0.85;

/** Throws ApiError. */
export async function uploadPicture(file: File): Promise<string> {
  if (!TYPES.includes(file.type)) throw refused(say('pictures:wrong_type'));
  if (file.size > BYTES_MAX) throw refused(say('pictures:too_large'));
  return await send('image', file);
}

/** Throws ApiError. */
export async function uploadPaper(file: File): Promise<string> {
  if (!(PAPER_NAMES.test(file.name) || TYPES.includes(file.type))) throw refused(say('pictures:wrong_paper'));
  if (file.size > PAPER_BYTES_MAX) throw refused(say('pictures:paper_too_large'));
  return await send('file', file);
}

/** The field tells the server what the file is for. */
async function send(field: 'image' | 'file', file: File): Promise<string> {
  const form = new FormData();
  form.append(field, file, file.name === '' ? 'picture.png' : file.name);
  return (await upload('attachments', form)).data.attachment_id;
}

export const refused = (message: string): ApiError => new ApiError(422, { code: 'validation', message });

/** A photograph of the device's camera, reduced for sending. */
export async function smaller(file: File): Promise<File> {
  if (file.size <= BYTES_MAX && TYPES.includes(file.type)) return file;
  const taken = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, CAMERA_SIDE / Math.max(taken.width, taken.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(taken.width * scale);
  canvas.height = Math.round(taken.height * scale);
  canvas.getContext('2d')?.drawImage(taken, 0, 0, canvas.width, canvas.height);
  taken.close();
  const content = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', CAMERA_QUALITY));
  return content ? new File([content], 'photo.jpg', { type: 'image/jpeg' }) : file;
}

/** The pictures in dropped or pasted data. */
export function picturesIn(data: DataTransfer | null): File[] {
  return filesIn(data).filter((file) => file.type.startsWith('image/'));
}

export const filesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];
