// Output of help-pages-plugin.ts from docs/ayuda.
declare module 'virtual:help' {
  import type { Block, HelpEntry } from './blocks.ts'

  export const entries: readonly HelpEntry[]
  /** Code of each page by name, and pictures by the names used in the page. */
  export const loads: Record<
    string,
    () => Promise<{ page: { title: string; blocks: Block[] }; pictures: Record<string, string> }>
  >
}
