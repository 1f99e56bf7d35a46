import { Rejected } from '@torniquete/contract/errors.ts'
import { type ImageFolder, isStoredUrl } from '@torniquete/contract/images.ts'

const noAddressText = 'Debe ser la dirección de una imagen'

type PictureName = 'photo' | 'image' | 'logo'

/** The specification's fields are plain texts: one from elsewhere is kept and answered. No page loads it (web/kit/shown-picture.ts). */
const isOfElsewhere = (value: string) => /^https?:\/\/\S+$/i.test(value)
const isPathIn = (folder: ImageFolder, value: string) =>
  new RegExp(`^images/${folder}/(?!\\.{1,2}$)[^/\\\\\\p{Cc}]+$`, 'u').test(value)

const rulesOf = (folder: ImageFolder, name: PictureName): Record<string, (value: string) => boolean> => ({
  [`${name}_url`]: (value) => isStoredUrl(folder, value) || isOfElsewhere(value),
  [`${name}_path`]: (value) => isPathIn(folder, value),
})

/**
 * Refuses what is no address of a picture. What the row has already is sent back as it is read, so it is looked up only
 * where it is none.
 */
export async function requirePicture(
  folder: ImageFolder,
  name: PictureName,
  sent: Record<string, unknown>,
  stored: () => Promise<object | null>,
): Promise<void> {
  const strange = Object.entries(rulesOf(folder, name))
    .filter(([field, isFine]) => typeof sent[field] === 'string' && !isFine(sent[field]))
    .map(([field]) => field)
  if (strange.length === 0) return
  const row: Record<string, unknown> = { ...(await stored()) }
  const refused = strange.filter((field) => sent[field] !== row[field])
  if (refused.length > 0)
    throw new Rejected(refused.map((field) => ({ type: 'value', msg: noAddressText, loc: ['body', field] })))
}

/** The same for a row that comes into being. */
export const requirePictureOfNew = (
  folder: ImageFolder,
  name: PictureName,
  sent: Record<string, unknown>,
): Promise<void> => requirePicture(folder, name, sent, async () => null)
