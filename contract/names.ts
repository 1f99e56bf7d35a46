// How names are compared wherever people type them. The database's fold() is the same for stored ones.
import { visibleText } from './plain-text.ts'

const folded: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ª: 'a', º: 'o' },
  ...Object.fromEntries([...'’‘‛ʼʻˈ′´`'].map((apostrophe) => [apostrophe, "'"])),
  ...Object.fromEntries([...'‐‑‒–—―−'].map((dash) => [dash, '-'])),
}
const foldable = new RegExp(`[${Object.keys(folded).join('')}]`, 'g')

/** Lower case without accents, one kind of apostrophe and of dash: `José D’Oleo–Ñáñez` → `jose d'oleo-nanez`. */
export const foldName = (name: string): string =>
  visibleText(name)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(foldable, (sign) => folded[sign] ?? sign)

/** Whether each word of what is wanted stands somewhere in the text, ignoring case and accents, in any order. */
export function holdsWords(text: string, wanted: string): boolean {
  const folded = foldName(text)
  return foldName(wanted)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

/** Whether the text itself begins with what is wanted, ignoring case and accents. */
export const beginsWith = (text: string, wanted: string): boolean => foldName(text).startsWith(foldName(wanted))

/** Whether each word of what is wanted is the beginning of some word of the text, ignoring case and accents, in any order. */
export function matchesWordStarts(text: string, wanted: string): boolean {
  const words = foldName(text).split(/\s+/)
  return foldName(wanted)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

/** Which row an Enter means that came before they did: the only one, or the only one that is called just so. */
export function meantBy<Row extends { name: string }>(rows: readonly Row[], text: string): Row | undefined {
  const called = rows.filter(({ name }) => foldName(name) === foldName(text.trim()))
  const [meant, ...others] = rows.length === 1 ? rows : called
  return others.length === 0 ? meant : undefined
}
