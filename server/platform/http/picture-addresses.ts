import { RejectedFieldsError } from '@torniquete/contract/shared/errors.ts'
import { type ImageFolder, isStoredImageUrl } from '@torniquete/contract/shared/images.ts'

/** True for a URL of another host. It is stored and returned, but no page loads it (web/kit/Picture.tsx). */
const isExternalUrl = (value: string) => /^https?:\/\/\S+$/i.test(value)
/** Refuses (422) a text that is no picture's URL, unless the row has it already (`stored`): forms send it back. */
export async function requireValidPictureUrl(
  folder: ImageFolder,
  name: 'photo' | 'image' | 'logo',
  sent: Record<string, unknown>,
  stored: () => Promise<object | null> = async () => null,
): Promise<void> {
  const pathInFolder = new RegExp(`^images/${folder}/(?!\\.{1,2}$)[^/\\\\\\p{Cc}]+$`, 'u')
  const rules: [field: string, isFine: (value: string) => boolean][] = [
    [`${name}_url`, (value) => isStoredImageUrl(folder, value) || isExternalUrl(value)],
    [`${name}_path`, (value) => pathInFolder.test(value)],
  ]
  const strange = rules.flatMap(([field, isFine]) => {
    const value = sent[field]
    return typeof value === 'string' && !isFine(value) ? [field] : []
  })
  if (strange.length === 0) return
  const row: Record<string, unknown> = { ...(await stored()) }
  const refused = strange.filter((field) => sent[field] !== row[field])
  const msg = 'Debe ser la dirección de una imagen'
  if (refused.length > 0)
    throw new RejectedFieldsError(refused.map((field) => ({ type: 'value', msg, loc: ['body', field] })))
}
