import { useDebouncedValue } from '@mantine/hooks'
import { cleanText } from '@torniquete/contract/shared/clean-text.ts'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import {
  findProductByCode,
  isProductOffered,
  normalizeProductCode,
  type Product,
} from '@torniquete/contract/till/products.ts'
import { useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { useEndpoint, useEndpoints } from '../../api/use-endpoint.ts'
import { toast } from '../../kit/toast.ts'
import { filterByWords } from '../../kit/use-filtered-rows.ts'
import type { ChoiceSearchResult } from '../../kit/use-searchable-choice.ts'
import { type DraftKind, findProductSaleRefusal } from './draft-lines.ts'

/** True if the text equals the product's code, apart from leading zeros and case. */
const codeIs = ({ code }: Product, text: string): boolean =>
  code !== null &&
  (code === text.trim() || (/[1-9]/.test(text) && normalizeProductCode(code) === normalizeProductCode(cleanText(text))))

const withoutSigns = (code: string): string => foldCaseAndAccents(code).replace(/[^a-z0-9]/g, '')

/** True if the code equals a product's apart from punctuation, which a reader with another keyboard layout changes. */
export const isKeyboardLayoutMismatch = (code: string, products: readonly Product[]): boolean =>
  withoutSigns(code).length > 2 &&
  products.some((product) => product.code && withoutSigns(product.code) === withoutSigns(code))

const searchText = ({ name, description }: Product): string => `${name} ${description ?? ''}`

/** Parses `3*agua` into quantity (0 is allowed) and search text. */
export function parseQuantityAndSearch(text: string): { times: number; wanted: string } {
  const [, times, wanted] = /^\s*(\d{1,3})\s*[*](.*)$/.exec(text) ?? []
  return wanted === undefined ? { times: 1, wanted: text.trim() } : { times: Number(times), wanted: wanted.trim() }
}

const atHand = { page: 0, size_page: 1000 }
const searched = { page: 0, size_page: 50 }
const typingPause = 180
const none: readonly Product[] = []

/** Loads products. `needed`: ids to load in any case, such as those on the bill; `gone`: needed ids not found. */
export function useBillProducts(needed: readonly number[] = []) {
  const { data, isPending, error } = useEndpoint('products.list', { query: atHand })
  const first = data?.items ?? none
  const beyond = data ? needed.filter((id) => !first.some((product) => product.id === id)) : []
  const others = useEndpoints(
    'products.read',
    beyond.map((id) => ({ params: { id_product: id } })),
  )
  const known = others.filter((other) => other !== null && other !== undefined)
  const products = known.length > 0 ? [...first, ...known] : first
  const gone = beyond.filter((_, at) => others[at] === null)
  return { products, complete: data !== undefined && data.total <= first.length, gone, pending: isPending, error }
}

/** Number of scanned codes that are still being looked up on the server. */
let asked = 0

export async function readProductByCode(code: string): Promise<Product | null> {
  asked += 1
  try {
    const { items } = await call('products.list', { query: { ...searched, product_name: code } })
    return findProductByCode(items, code) ?? null
  } finally {
    asked -= 1
  }
}

export const readFirstProducts = async (): Promise<Product[]> => (await call('products.list', { query: atHand })).items

/** Returns true and shows a toast if a scanned code is still being looked up: the bill would lack that product. */
export function warnIfCodeLookupPending(): boolean {
  if (asked > 0) toast.info('Todavía se busca un código', 'Registra la factura cuando el producto esté en ella.')
  return asked > 0
}

const mostShown = 50

export interface PickedProduct {
  product: Product
  times: number
  /** True if the product was picked by its code, as by a scanner: the next code may follow at once. */
  scanned: boolean
}

/** Shows a toast, because screen readers announce it and a person who scans does not look at the field. */
export const showUnknownCodeToast = (code: string, products: readonly Product[]) =>
  toast.refusal(
    `Ningún producto con el código ${code}`,
    isKeyboardLayoutMismatch(code, products)
      ? 'El lector escribe como otro teclado que el de este equipo: pon en los dos el mismo idioma.'
      : null,
  )

/** `count` is a stock count, which allows the quantity zero. */
type PickKind = DraftKind | 'count'

export const findProductPickRefusal = (kind: PickKind, product: Product, times = 1): string | null => {
  if (times === 0 && kind !== 'count') return 'Con 0* no se agrega nada: escribe cuántas unidades son.'
  return kind === 'sale' ? findProductSaleRefusal(product) : null
}

/** Products that match the text; for a sale, only sellable ones. If not all are loaded, the server searches. */
function useProductChoices(kind: PickKind) {
  const [question, onAsk] = useState('')
  const { products, complete, pending, error: failure } = useBillProducts()
  const { wanted, times } = parseQuantityAndSearch(question)
  const [asked] = useDebouncedValue(wanted, typingPause)
  const beyond = !complete && !pending && asked !== ''
  const query = { ...searched, product_name: asked }
  const more = useEndpoint('products.list', { query }, { enabled: beyond })
  const extra = beyond && !more.isPlaceholderData ? more.data?.items : undefined
  const found = useMemo(() => {
    const all = [...new Map([...products, ...(extra ?? none)].map((product) => [product.id, product])).values()]
    const named = filterByWords(all, wanted, searchText)
    return [...all.filter((product) => codeIs(product, wanted) && !named.includes(product)), ...named]
  }, [products, extra, wanted])
  const rows = useMemo(
    () => found.filter((product) => kind !== 'sale' || isProductOffered(product)).slice(0, mostShown),
    [found, kind],
  )
  const isSearching = pending || (beyond && (asked !== wanted || more.isPending || more.isPlaceholderData))
  const error = failure ?? more.error
  const choices: ChoiceSearchResult<Product> = { question, rows, stale: isSearching && error === null, error }
  const hidden = wanted === '' ? undefined : found[0]
  const nothingFound = (hidden && findProductPickRefusal(kind, hidden)) ?? 'No se encontró ningún producto.'
  return { choices, onAsk, nothingFound, times, products, complete }
}

export function useProductPick(kind: PickKind, onPick: (picked: PickedProduct) => void) {
  const { times, products, complete, ...list } = useProductChoices(kind)
  /** Reason why a product was not added. It stays visible while other codes are scanned; a pick by name clears it. */
  const [refusal, setRefusal] = useState<{ code: string | null; reason: string } | null>(null)
  const [asking, setAsking] = useState(0)

  const add = (product: Product, code: string | null, many: number) => {
    const reason = findProductPickRefusal(kind, product, many)
    if (reason) return setRefusal({ code, reason })
    setRefusal((before) => (code !== null && before?.code !== code ? before : null))
    onPick({ product, times: many, scanned: code !== null })
  }
  const ask = async (code: string, many: number) => {
    setAsking((count) => count + 1)
    try {
      const product = await readProductByCode(code)
      if (product) add(product, code, many)
      else showUnknownCodeToast(code, products)
    } catch (failure) {
      setRefusal({ code, reason: `${code}: ${failure instanceof Error ? failure.message : failure}` })
    } finally {
      setAsking((count) => count - 1)
    }
  }
  /**
   * Adds a loaded product by its code; false if it is not loaded. A product that seems unsellable is reloaded first.
   */
  const takeCode = (code: string, many: number): boolean => {
    const coded = complete
      ? findProductByCode(products, code)
      : products.find((product) => product.code === code.trim())
    if (!coded) return false
    if (findProductPickRefusal(kind, coded)) void ask(code, many)
    else add(coded, code, many)
    return true
  }
  return {
    ...list,
    products,
    refusal: refusal?.reason,
    asking: asking > 0,
    take: (product: Product) => add(product, null, times),
    /** Adds one piece of the product and ignores a typed quantity. */
    takeOne: (product: Product) => add(product, null, 1),
    /** Handles Enter. Returns true if the text is a product's code, which has priority over the highlighted product. */
    enter: (text: string) => {
      const read = parseQuantityAndSearch(text)
      return takeCode(read.wanted, read.times)
    },
    /**
     * Handles text without a match. With a digit it may be a code, so the server is asked; other text can be
     * corrected.
     */
    askFor: (text: string) => {
      const read = parseQuantityAndSearch(text)
      const coded = /\d/.test(read.wanted)
      if (coded) void ask(read.wanted, read.times)
      return coded
    },
    scan: (code: string, many: number) => {
      if (!takeCode(code, many)) void ask(code, many)
    },
  }
}
