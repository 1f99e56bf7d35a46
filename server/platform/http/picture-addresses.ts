import { Rejected } from '@torniquete/contract/shared/errors.ts'
import { type ImageFolder, isStoredUrl } from '@torniquete/contract/shared/images.ts'

const noAddressText = 'Debe ser la dirección de una imagen'

type PictureName = 'photo' | 'image' | 'logo'

/** External addresses are stored and answered, but no page loads them (web/kit/shown-picture.ts). */
const isExternalUrl = (value: string) => /^https?:\/\/\S+$/i.test(value)
const isPathInFolder = (folder: ImageFolder, value: string) =>
  new RegExp(`^images/${folder}/(?!\\.{1,2}$)[^/\\\\\\p{Cc}]+$`, 'u').test(value)

const readRules = (folder: ImageFolder, name: PictureName): Record<string, (value: string) => boolean> => ({
  [`${name}_url`]: (value) => isStoredUrl(folder, value) || isExternalUrl(value),
  [`${name}_path`]: (value) => isPathInFolder(folder, value),
})

/** Refuses (422) a text that is no picture's address unless the row, read by `stored`, has it: forms send it back. */
export async function refuseWrongPicture(
  folder: ImageFolder,
  name: PictureName,
  sent: Record<string, unknown>,
  stored: () => Promise<object | null>,
): Promise<void> {
  const strange = Object.entries(readRules(folder, name))
    .filter(([field, isFine]) => typeof sent[field] === 'string' && !isFine(sent[field]))
    .map(([field]) => field)
  if (strange.length === 0) return
  const row: Record<string, unknown> = { ...(await stored()) }
  const refused = strange.filter((field) => sent[field] !== row[field])
  if (refused.length > 0)
    throw new Rejected(refused.map((field) => ({ type: 'value', msg: noAddressText, loc: ['body', field] })))
}

export const refuseWrongPictureOfNew = (
  folder: ImageFolder,
  name: PictureName,
  sent: Record<string, unknown>,
): Promise<void> => refuseWrongPicture(folder, name, sent, async () => null)
