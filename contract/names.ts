// How names are compared wherever people type them. The database's fold() is the same for stored ones.

/** Lower case without accents: `José Ñáñez` → `jose nanez`. */
export const foldName = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether each word of what is wanted stands somewhere in the text, ignoring case and accents, in any order. */
export function holdsWords(text: string, wanted: string): boolean {
  const folded = foldName(text)
  return foldName(wanted)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
