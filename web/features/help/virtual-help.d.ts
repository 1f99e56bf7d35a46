// Output of help-pages-plugin.ts from docs/ayuda.
declare module 'virtual:help' {
  export interface HelpEntry {
    slug: string
    title: string
    /** Synonyms for the search. */
    also: string
    /** All words, folded for the search. */
    words: string
  }
  export const entries: readonly HelpEntry[]
  export const loads: Record<string, () => Promise<{ page: { title: string; html: string } }>>
}
