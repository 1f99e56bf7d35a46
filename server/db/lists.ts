import type { Page } from '@torniquete/contract/shapes.ts'

/** The envelope of a list: its page of rows, how many there are, how many pages that makes. */
export function listAnswer<Item>({ items, total }: { items: Item[]; total: number }, { page, size_page }: Page) {
  return { items, total, pages: Math.ceil(total / size_page), pageCurrent: page }
}
