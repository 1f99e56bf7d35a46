// Finds the product for a typed or scanned text.
import { findByCode, isOffered, type Product } from '@torniquete/contract/till/products.ts'
import { useMemo, useState } from 'react'
import { toast } from '../../kit/toast.ts'
import type { Choices } from '../../kit/use-choice.ts'
import { type DraftKind, saleRefusal } from './draft-lines.ts'
import { isTypedByOtherKeyboard, readTimes } from './product-search.ts'
import { readProductByCode, useBillProducts, useProductSearch } from './use-bill-products.ts'

const mostShown = 50

export interface PickedProduct {
  product: Product
  times: number
  /** Picked by code, as by a scanner: the next code may follow at once. */
  scanned: boolean
}

/** A toast is announced by screen readers: a person who scans does not look at the field. */
export const showUnknownCode = (code: string, products: readonly Product[]) =>
  toast.refusal(
    `Ningún producto con el código ${code}`,
    isTypedByOtherKeyboard(code, products)
      ? 'El lector escribe como otro teclado que el de este equipo: pon en los dos el mismo idioma.'
      : null,
  )

/** For a bill's lines or a stock count, which allows zero. */
type PickKind = DraftKind | 'count'

export const findRefusal = (kind: PickKind, product: Product, times = 1): string | null => {
  if (times === 0 && kind !== 'count') return 'Con 0* no se agrega nada: escribe cuántas unidades son.'
  return kind === 'sale' ? saleRefusal(product) : null
}

/** Products matching the text; for a sale only sellable ones. */
function useProductChoices(kind: PickKind) {
  const [question, onAsk] = useState('')
  const known = useBillProducts()
  const { wanted, times } = readTimes(question)
  const { found, searching, error } = useProductSearch(wanted, known)
  const rows = useMemo(
    () => found.filter((product) => kind !== 'sale' || isOffered(product)).slice(0, mostShown),
    [found, kind],
  )
  const choices: Choices<Product> = { question, rows, stale: searching && error === null, error }
  const hidden = wanted === '' ? undefined : found[0]
  const nothingFound = (hidden && findRefusal(kind, hidden)) ?? 'No se encontró ningún producto.'
  return { choices, onAsk, nothingFound, times, products: known.products, complete: known.complete }
}

export function useProductPick(kind: PickKind, onPick: (picked: PickedProduct) => void) {
  const { times, products, complete, ...list } = useProductChoices(kind)
  /** Stays while other codes are scanned, so that it is not missed; a pick by name or its code ends it. */
  const [refusal, setRefusal] = useState<{ code: string | null; reason: string } | null>(null)
  const [asking, setAsking] = useState(0)

  const add = (product: Product, code: string | null, many: number) => {
    const reason = findRefusal(kind, product, many)
    if (reason) return setRefusal({ code, reason })
    setRefusal((before) => (code !== null && before?.code !== code ? before : null))
    onPick({ product, times: many, scanned: code !== null })
  }
  const ask = async (code: string, many: number) => {
    setAsking((count) => count + 1)
    try {
      const product = await readProductByCode(code)
      if (product) add(product, code, many)
      else showUnknownCode(code, products)
    } catch (failure) {
      setRefusal({ code, reason: `${code}: ${failure instanceof Error ? failure.message : failure}` })
    } finally {
      setAsking((count) => count - 1)
    }
  }
  /** Returns if the product is loaded. Its data may be outdated: only the server refuses. */
  const takeCode = (code: string, many: number): boolean => {
    const coded = complete ? findByCode(products, code) : products.find((product) => product.code === code.trim())
    if (!coded) return false
    if (findRefusal(kind, coded)) void ask(code, many)
    else add(coded, code, many)
    return true
  }
  return {
    ...list,
    products,
    refusal: refusal?.reason,
    asking: asking > 0,
    take: (product: Product) => add(product, null, times),
    /** Adds the product and ignores the typed text. */
    takeOne: (product: Product) => add(product, null, 1),
    /** Enter: an exact code wins over the marked product. */
    enter: (text: string) => {
      const read = readTimes(text)
      return takeCode(read.wanted, read.times)
    },
    /** Text without a match may be a code that the server knows; words without a digit stay for correction. */
    askFor: (text: string) => {
      const read = readTimes(text)
      const coded = /\d/.test(read.wanted)
      if (coded) void ask(read.wanted, read.times)
      return coded
    },
    scan: (code: string, many: number) => {
      if (!takeCode(code, many)) void ask(code, many)
    },
  }
}
