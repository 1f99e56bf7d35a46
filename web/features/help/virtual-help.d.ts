// Output of help-pages-plugin.ts from docs/ayuda.
declare module 'virtual:help' {
  import type { Block, HelpEntry } from './blocks.ts'

  /** In the order in which they are listed. */
  export const entries: readonly HelpEntry[]
  /** Each page's code, by its name; the pictures by those that the page gives them. */
  export const loads: Record<
    string,
    () => Promise<{ page: { title: string; blocks: Block[] }; pictures: Record<string, string> }>
  >
}
