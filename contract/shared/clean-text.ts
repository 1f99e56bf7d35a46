// Invisible characters in texts copied from phones, web pages or PDF files.

// Soft hyphens, direction marks, zero-width blanks and byte order marks; characters that compose emoji are excluded.
const invisible = /(?![\u200d\ufe0e\ufe0f\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu
const looseJoiner =
  /(?<!(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\ufe0f?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu
const looseSelector = /(?<!\p{Emoji}|\p{S}|\p{Po})[\ufe0e\ufe0f]/gu
const otherBlanks = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g

/** Removes invisible characters and turns every kind of blank into an ordinary space. */
export const removeInvisibleChars = (text: string): string =>
  text.replace(invisible, '').replace(looseJoiner, '').replace(looseSelector, '').replace(otherBlanks, ' ')

export const cleanText = (text: string): string => removeInvisibleChars(text).trim()
