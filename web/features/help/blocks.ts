// The blocks that a help page may contain; nothing else is drawn.

/** `to`: another page (`terminal.md`), a screen (`/settings?tab=gym`), or an external address. */
export type Inline = string | { b: Inline[] } | { i: Inline[] } | { code: string } | { to: string; text: Inline[] }

export type Block =
  | { kind: 'heading' | 'text'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Block[][] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'picture'; src: string; alt: string }

export interface HelpEntry {
  /** File name and URL part. */
  slug: string
  title: string
  /** Synonyms for the search. */
  also: string
  /** All words, folded for the search. */
  words: string
}
