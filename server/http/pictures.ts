import { Rejected } from '@torniquete/contract/errors.ts'
import type { ImageFolder } from '@torniquete/contract/images.ts'
import { isStoredPath, isStoredUrl, notStoredText } from '@torniquete/contract/images.ts'

type PictureName = 'photo' | 'image' | 'logo'

/**
 * Refuses a picture that is not stored here: the address of one elsewhere tells strangers who looks at a page. What the
 * row has already is sent back as it is read, so it is looked up only where it is not ours.
 */
export async function refuseForeignPicture(
  folder: ImageFolder,
  name: PictureName,
  sent: Record<string, unknown>,
  stored: () => Promise<object | null>,
): Promise<void> {
  const rules = { [`${name}_url`]: isStoredUrl, [`${name}_path`]: isStoredPath }
  const foreign = Object.entries(rules)
    .filter(([field, isStored]) => typeof sent[field] === 'string' && !isStored(folder, sent[field]))
    .map(([field]) => field)
  if (foreign.length === 0) return
  const row: Record<string, unknown> = { ...(await stored()) }
  const refused = foreign.filter((field) => sent[field] !== row[field])
  if (refused.length > 0)
    throw new Rejected(refused.map((field) => ({ type: 'value', msg: notStoredText, loc: ['body', field] })))
}

/** The same for a row that comes into being. */
export const refuseForeignPictureOfNew = (
  folder: ImageFolder,
  name: PictureName,
  sent: Record<string, unknown>,
): Promise<void> => refuseForeignPicture(folder, name, sent, async () => null)
