// Comparison of names in TypeScript; the SQL function fold() follows the same rules.
import { removeInvisibleChars } from './clean-text.ts'

const folded: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ª: 'a', º: 'o' },
  ...Object.fromEntries([...'’‘‛ʼʻˈ′´`'].map((apostrophe) => [apostrophe, "'"])),
  ...Object.fromEntries([...'‐‑‒–—―−'].map((dash) => [dash, '-'])),
}
const foldable = new RegExp(`[${Object.keys(folded).join('')}]`, 'g')

/**
 * Returns lower case without accents, with one kind of apostrophe and dash: `José D’Oleo–Ñáñez` → `jose
 * d'oleo-nanez`.
 */
export const foldCaseAndAccents = (name: string): string =>
  removeInvisibleChars(name)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(foldable, (sign) => folded[sign] ?? sign)

/** True if the text contains each word of `wanted`, in any order, ignoring case and accents. */
export function containsWords(text: string, wanted: string): boolean {
  const folded = foldCaseAndAccents(text)
  return foldCaseAndAccents(wanted)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

/** True if the text begins with `wanted`, ignoring case and accents. */
export const beginsWithText = (text: string, wanted: string): boolean =>
  foldCaseAndAccents(text).startsWith(foldCaseAndAccents(wanted))

/** True if each word of `wanted` begins some word of the text, in any order, ignoring case and accents. */
export function matchesWordStarts(text: string, wanted: string): boolean {
  const words = foldCaseAndAccents(text).split(/\s+/)
  return foldCaseAndAccents(wanted)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

/** Row that Enter selects: the only row in the list, or the only row whose name equals the typed text. */
export function findRowToSelect<Row extends { name: string }>(rows: readonly Row[], text: string): Row | undefined {
  const called = rows.filter(({ name }) => foldCaseAndAccents(name) === foldCaseAndAccents(text.trim()))
  const [meant, ...others] = rows.length === 1 ? rows : called
  return others.length === 0 ? meant : undefined
}
