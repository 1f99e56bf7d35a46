import type { MatchedPhotos } from '@torniquete/contract/members/client-photos.ts'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import { normalizeCardNumber } from '../import/link-to-terminals.ts'

export interface PhotoCandidate {
  id: number
  name: string
  id_zkteco: number | null
  /** Card number in the form that `normalize_card` returns. */
  card: string | null
  has_photo: boolean
}

const pictures = /\.(png|jpe?g|svg)$/i

/** Removes folder and extension: `fotos/0015 - Ana Peña.JPG` → `0015 - Ana Peña`. */
const bareName = (file: string): string => (file.split(/[/\\]/).at(-1) ?? '').replace(/\.[^.]*$/, '').trim()

/** Matches dates at the start of file names: `2024-05-12`, `12.5.24`, `20240512_101500`. */
const dated = /^(\d{4}([-_.])\d{1,2}\2\d{1,2}|\d{1,2}([-_.])\d{1,2}\3(\d{4}|\d{2})|(19|20)\d{6}[-_ ]\d{6})(?!\d)/

/** Reads the PIN or card number at the start of a file name, and the name behind it. Leading dates are ignored. */
function listKeys(bare: string): { number: string | null; words: string } {
  const undated = bare.replace(dated, '')
  if (undated !== bare) return { number: null, words: foldWords(undated) }
  const number = /^(\d{1,20})(?:[ _.-]|$)/.exec(bare)?.[1] ?? null
  return { number, words: foldWords(number ? bare.slice(number.length) : bare) }
}

const nameless = new Set(
  'foto|fotos|photo|img|image|imagen|perfil|copia|copy|cliente|socio|carnet|frente|nueva|de|del|la|las|los|y'.split(
    '|',
  ),
)

const listNames = (words: string): string[] =>
  words.split(' ').filter((word) => /[a-z]/.test(word) && !nameless.has(word))

function namesAnother(words: string, { name }: PhotoCandidate): boolean {
  const own = new Set(listNames(foldWords(name)))
  const said = listNames(words)
  return said.length > 0 && !said.some((word) => own.has(word))
}

/** Normalizes a name in a file name: `ana_peña (2)` → `ana pena`. */
const foldWords = (text: string): string =>
  foldCaseAndAccents(text)
    .replace(/\(\d+\)/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const splitWords = (bare: string): string => bare.replace(/^\d+[ _.-]*/, '')

/** Indexes clients by a key; a key that several clients share maps to null. */
function indexClients(
  all: readonly PhotoCandidate[],
  keyOf: (each: PhotoCandidate) => string | null,
): Map<string, PhotoCandidate | null> {
  const index = new Map<string, PhotoCandidate | null>()
  for (const each of all) {
    const key = keyOf(each)
    if (key) index.set(key, index.has(key) ? null : each)
  }
  return index
}

export function matchPhotosToClients(files: readonly string[], clients: readonly PhotoCandidate[]): MatchedPhotos {
  const byNumber = indexClients(clients, ({ id_zkteco }) => (id_zkteco === null ? null : String(id_zkteco)))
  const byCard = indexClients(clients, ({ card }) => card)
  const byName = indexClients(clients, ({ name }) => foldWords(name))
  const find = (bare: string): { who: PhotoCandidate; error?: undefined } | { who?: undefined; error: string } => {
    const card = byCard.get(normalizeCardNumber(bare) ?? '')
    const { number, words } = listKeys(bare)
    const numbered = number === null ? undefined : byNumber.get(number.replace(/^0+(?=\d)/, ''))
    if (card && numbered && card.id !== numbered.id)
      return { error: `Es el número de ${numbered.name} y la tarjeta de ${card.name}` }
    if (numbered && namesAnother(words, numbered))
      return { error: `El ${numbered.id_zkteco} es ${numbered.name}, y el archivo dice «${splitWords(bare)}»` }
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
