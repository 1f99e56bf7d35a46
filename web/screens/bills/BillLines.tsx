import { Text } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useScanner } from '../../kit/use-scanner.ts'
import classes from './bill-lines.module.css'
import { DraftLineRow } from './DraftLineRow.tsx'
import { addProduct, type DraftKind, type DraftLine, type LineErrors, standingErrors } from './draft-lines.ts'
import { ProductPicker } from './ProductPicker.tsx'
import { type Picked, useProductPick } from './use-product-pick.ts'

interface BillLinesProps {
  kind: DraftKind
  lines: readonly DraftLine[]
  onChange: (lines: DraftLine[]) => void
  /** By field, as `lineErrors` answers them; what stock and prices forbid is told without it. */
  errors?: LineErrors
  /** The picker has the focus from the moment that this is true. */
  autoFocus?: boolean
}

/** The lines of a bill, from the picker to the last line. Enter goes on to the next field and back to the picker. */
export function BillLines({ kind, lines, onChange, errors = {}, autoFocus = false }: BillLinesProps) {
  const picker = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (autoFocus) picker.current?.focus()
  }, [autoFocus])
  // Two codes may be scanned before the page is drawn again.
  const latest = useRef(lines)
  latest.current = lines
  const change = (next: DraftLine[]) => {
    latest.current = next
    onChange(next)
  }
  const add = ({ product, times, scanned }: Picked) => {
    change(addProduct(latest.current, product, times))
    // What is bought is written down: how many, at which price. What is sold is mostly one.
    if (kind === 'purchase' && !scanned)
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLElement>(`[data-product="${product.id}"] input`)?.focus(),
      )
  }
  const pick = useProductPick(kind, add)
  useScanner(({ code, times, dialog }) => {
    // What is asked over this dialog is not about its lines.
    const own = picker.current?.closest('[role=dialog]')
    return dialog === null || dialog === own ? () => pick.scan(code, times) : null
  })
  const remove = (at: number) => {
    change(latest.current.filter((_, each) => each !== at))
    picker.current?.focus()
  }
  const press = (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const fields = [...(event.target.closest('[data-product]')?.querySelectorAll<HTMLElement>('[data-step]') ?? [])]
    const next = fields[fields.indexOf(event.target) + 1] ?? picker.current
    next?.focus()
  }
  const standing = { ...errors, ...standingErrors(kind, lines) }
  return (
    <div className={classes.lines} data-kind={kind}>
      <ProductPicker ref={picker} kind={kind} pick={pick} error={standing.items} autoFocus={autoFocus} />
      {lines.length > 0 && (
        <ul ref={list} className={classes.list} aria-label="Productos de la factura" onKeyDown={press}>
          {lines.map((line, at) => (
            <DraftLineRow
              key={line.product.id}
              kind={kind}
              line={line}
              errorOf={(field) => standing[`items.${at}.${field}`]}
              onChange={(next) => change(latest.current.map((each, place) => (place === at ? next : each)))}
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
