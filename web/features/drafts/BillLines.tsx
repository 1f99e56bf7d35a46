import { Text } from '@mantine/core'
import type { Product } from '@torniquete/contract/till/products.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { toast } from '../../kit/toast.ts'
import { useScanner } from '../../kit/use-scanner.ts'
import classes from './bill-lines.module.css'
import { DraftLineRow } from './DraftLineRow.tsx'
import { type DraftKind, type DraftLine, immediateErrors, type LineErrors } from './draft-lines.ts'
import { rememberPick } from './frequent-products.ts'
import { useOwner } from './open-drafts.ts'
import { ProductPicker } from './ProductPicker.tsx'
import { ProductTiles } from './ProductTiles.tsx'
import type { ChangeLines } from './use-draft.ts'
import { type PickedProduct, useProductPick } from './use-product-pick.ts'

interface BillLinesProps {
  kind: DraftKind
  lines: readonly DraftLine[]
  onChange: ChangeLines
  /** Returns if the product was added: not while its line has an invalid quantity. */
  onAdd: (product: Product, times: number) => boolean
  /** Errors by field, from `lineErrors`; stock and price errors are always shown. */
  errors?: LineErrors
  tiles?: readonly number[]
  autoFocus?: boolean
}

/** The lines of a bill with the picker. Enter moves to the next field and back to the picker. */
export function BillLines({ kind, lines, onChange, onAdd, errors = {}, tiles, autoFocus = false }: BillLinesProps) {
  const picker = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { gym } = useOwner()
  useEffect(() => {
    if (autoFocus) picker.current?.focus()
  }, [autoFocus])
  const add = ({ product, times, scanned }: PickedProduct) => {
    const goToLine = () =>
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLElement>(`[data-product="${product.id}"] input`)?.focus(),
      )
    if (!onAdd(product, times)) {
      toast.failure(`Corrige primero la cantidad de ${product.name}`)
      return goToLine()
    }
    // A purchase needs quantity and price; a sale is mostly one piece.
    if (kind === 'purchase' && !scanned) goToLine()
    if (kind === 'sale' && !scanned) rememberPick(gym, product)
  }
  const pick = useProductPick(kind, add)
  useScanner(({ code, times, dialog }) => {
    // Keys in a dialog above do not concern these lines.
    const own = picker.current?.closest('[role=dialog]')
    return dialog === null || dialog === own ? () => pick.scan(code, times) : null
  })
  const remove = (at: number) => {
    onChange((latest) => latest.filter((_, each) => each !== at))
    picker.current?.focus()
  }
  const press = (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const fields = [...(event.target.closest('[data-product]')?.querySelectorAll<HTMLElement>('[data-step]') ?? [])]
    const next = fields[fields.indexOf(event.target) + 1] ?? picker.current
    next?.focus()
  }
  const shownErrors = { ...errors, ...immediateErrors(kind, lines) }
  return (
    <div className={classes.lines} data-kind={kind}>
      <ProductPicker ref={picker} kind={kind} pick={pick} error={shownErrors.items} autoFocus={autoFocus} />
      {tiles && <ProductTiles products={pick.products} tiles={tiles} onPick={pick.takeOne} />}
      {lines.length > 0 && (
        <ul ref={list} aria-label="Líneas de la factura" onKeyDown={press}>
          {lines.map((line, at) => (
            <DraftLineRow
              key={line.product.id}
              kind={kind}
              line={line}
              errorOf={(field) => shownErrors[`items.${at}.${field}`]}
              onChange={(next) => onChange((latest) => latest.map((each, place) => (place === at ? next : each)))}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
      )}
      {lines.length === 0 && (
        <Text c="dimmed" ta="center" py="md">
          Todavía no hay productos
        </Text>
      )}
    </div>
  )
}
