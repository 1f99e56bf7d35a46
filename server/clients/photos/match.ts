// Whose photo a file is, by its name.
import type { MatchedPhotos } from '@torniquete/contract/client-photos.ts'
import { foldName } from '@torniquete/contract/names.ts'
import { cardForm } from '../import/enrolled.ts'

export interface Portrayed {
  id: number
  name: string
  id_zkteco: number | null
  /** As it is compared (`card_form` of the database). */
  card: string | null
  has_photo: boolean
}

const pictures = /\.(png|jpe?g|svg)$/i

/** `fotos/0015 - Ana Peña.JPG` → `0015 - Ana Peña`. */
const bareName = (file: string): string => (file.split(/[/\\]/).at(-1) ?? '').replace(/\.[^.]*$/, '').trim()

/** What a file is called by, the surest first: a number or a card alone, one before a word, a name. */
function keysOf(bare: string): { number: string | null; words: string } {
  const number = /^(\d{1,20})(?:[ _.-]|$)/.exec(bare)?.[1] ?? null
  return { number, words: spoken(number ? bare.slice(number.length) : bare) }
}

/** `ana_peña (2)` → `ana pena`. */
const spoken = (text: string): string =>
  foldName(text)
    .replace(/\(\d+\)/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Under one key at most one person; null: more than one. */
function indexOf(all: readonly Portrayed[], keyOf: (each: Portrayed) => string | null): Map<string, Portrayed | null> {
  const index = new Map<string, Portrayed | null>()
  for (const each of all) {
    const key = keyOf(each)
    if (key) index.set(key, index.has(key) ? null : each)
  }
  return index
}

export function matchPhotos(files: readonly string[], clients: readonly Portrayed[]): MatchedPhotos {
  const byNumber = indexOf(clients, ({ id_zkteco }) => (id_zkteco === null ? null : String(id_zkteco)))
  const byCard = indexOf(clients, ({ card }) => card)
  const byName = indexOf(clients, ({ name }) => spoken(name))
  const find = (bare: string): { who: Portrayed; error?: undefined } | { who?: undefined; error: string } => {
    const card = byCard.get(cardForm(bare) ?? '')
    const { number, words } = keysOf(bare)
    const numbered = number === null ? undefined : byNumber.get(number.replace(/^0+(?=\d)/, ''))
    if (card && numbered && card.id !== numbered.id)
      return { error: `Es el número de ${numbered.name} y la tarjeta de ${card.name}` }
    const known = numbered ?? card
    if (known) return { who: known }
    if (number !== null) return { error: 'Ningún cliente tiene ese número ni esa tarjeta' }
    const named = byName.get(words)
    if (named) return { who: named }
    return { error: named === null ? 'Hay más de un cliente con ese nombre' : 'Ningún cliente se llama así' }
  }
  const matched: MatchedPhotos = { ready: [], present: [], rejected: [] }
  const taken = new Map<number, string>()
  for (const file of files) {
    const { who, error } = pictures.test(file) ? find(bareName(file)) : { error: 'No es una imagen PNG, JPG ni SVG' }
    if (!who) matched.rejected.push({ file, reason: error ?? '' })
    else if (who.has_photo) matched.present.push({ file, reason: `${who.name} ya tiene foto` })
    else if (taken.has(who.id))
      matched.present.push({ file, reason: `Ya viene la de ${who.name} en ${taken.get(who.id)}` })
    else {
      taken.set(who.id, file)
      matched.ready.push({ file, id_client: who.id, client: who.name })
    }
  }
  return matched
}
