// What is typed or scanned into the product picker, and which product it means.
import { isOffered, type Product } from '@torniquete/contract/products.ts'
import { useState } from 'react'
import { type DraftKind, saleRefusal } from '../bills/draft-lines.ts'
import { codeIs } from '../bills/product-search.ts'
import { readProductByCode, useBillProducts, useProductSearch } from '../bills/use-bill-products.ts'

const mostShown = 50

const unknown = (text: string) =>
  /^\d{4,}$/.test(text) ? `No hay ningún producto con el código ${text}` : 'No se encontró ningún producto.'

export function useProductPick(kind: DraftKind, onPick: (product: Product, scanned: boolean) => void) {
  const [text, setText] = useState('')
  /** Stays while other codes are scanned, so that it is seen after a quick row of them; a pick by name or its own code ends it. */
  const [refusal, setRefusal] = useState<{ code: string | null; reason: string } | null>(null)
  /** How many codes the server is being asked for: a scanner does not wait. */
  const [asking, setAsking] = useState(0)
  const known = useBillProducts()
  const { found, searching, error } = useProductSearch(text, known)
  const refusalOf = (product: Product) => (kind === 'sale' ? saleRefusal(product) : null)
  const options = found.filter((product) => kind === 'purchase' || isOffered(product)).slice(0, mostShown)

  const add = (product: Product, code: string | null) => {
    const reason = refusalOf(product)
    if (reason) return setRefusal({ code, reason })
    setRefusal((before) => (code !== null && before?.code !== code ? before : null))
    onPick(product, code !== null)
  }
  const take = (product: Product, code: string | null = null) => {
    setText('')
    add(product, code)
  }
  const ask = async (code: string) => {
    setText('')
    setAsking((count) => count + 1)
    try {
      const product = await readProductByCode(code)
      // The next code is perhaps being typed already: what stands in the field stays.
      if (product) add(product, code)
      else setRefusal({ code, reason: unknown(code) })
    } catch (failure) {
      setRefusal({ code, reason: `${code}: ${failure instanceof Error ? failure.message : failure}` })
    } finally {
      setAsking((count) => count - 1)
    }
  }
  /** Enter: the product with exactly this code, else the marked option or the best, else what the server has by the code. */
  const enter = (marked: Product | undefined) => {
    const wanted = text.trim()
    const coded = wanted === '' ? undefined : known.products.find((product) => codeIs(product, wanted))
    // What is at hand may be old: only the server refuses.
    if (coded) return refusalOf(coded) ? void ask(wanted) : take(coded, wanted)
    const named = marked ?? (wanted === '' ? undefined : options[0])
    if (named) return take(named)
    if (wanted !== '') void ask(wanted)
  }
  const hidden = text.trim() === '' ? undefined : found[0]
  const empty = error?.message ?? (searching ? 'Buscando…' : ((hidden && refusalOf(hidden)) ?? unknown(text.trim())))
  return {
    text,
    options,
    searching,
    refusal: refusal?.reason,
    asking: asking > 0,
    empty,
    take,
    enter,
    write: setText,
  }
}
