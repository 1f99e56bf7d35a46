import { ActionIcon, Button, Text } from '@mantine/core'
import { formatPercent } from '@torniquete/contract/shared/format-numbers.ts'
import { maxLineQuantity, type PricedLine } from '@torniquete/contract/till/bills.ts'
import type { Product } from '@torniquete/contract/till/products.ts'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconPercentage, IconTrash } from '../../kit/icons.ts'
import { Money } from '../../kit/Money.tsx'
import { MoneyField, PercentField, runAfterClick, WholeNumberField } from '../../kit/ParsedField.tsx'
import { toast } from '../../kit/toast.ts'
import { useIsNarrowScreen } from '../../kit/use-is-narrow-screen.ts'
import { useScanner } from '../../kit/use-scanner.ts'
import { useFiscalCountry } from '../fiscal/use-fiscal-country.ts'
import classes from './bill-lines.module.css'
import {
  computeDraftLineAmounts,
  type DraftKind,
  type DraftLine,
  findLineParseErrors,
  findLineProductErrors,
  type LineErrors,
  toPricedLine,
} from './draft-lines.ts'
import { FrequentProductTiles, recordProductPick } from './FrequentProductTiles.tsx'
import { useDraftOwner } from './open-drafts.ts'
import { ProductPicker } from './ProductPicker.tsx'
import type { DraftLineChanger } from './use-draft.ts'
import { type PickedProduct, useProductPick } from './use-product-pick.ts'

interface DraftLineRowProps {
  kind: DraftKind
  line: DraftLine
  errorOf: (field: string) => string | undefined
  onChange: (line: DraftLine) => void
  onRemove: () => void
}

type Field = 'quantity' | 'unit_price' | 'discount' | 'tax'
const stepped: readonly Field[] = ['quantity', 'unit_price', 'discount', 'tax']

/** Button label for a line's discount and tax, shown while both fields are hidden: `−10 % +18 %`. */
function changesOf({ discount, tax }: PricedLine): string {
  const shown = (sign: string, percent: number) => (percent > 0 ? `${sign}${formatPercent(percent)}` : '')
  return [shown('−', discount), shown('+', tax)].filter(Boolean).join(' ')
}

const showWhole = (part: HTMLElement | null) => part?.closest('li')?.scrollIntoView({ block: 'nearest' })

function DraftLineRow({ kind, line, errorOf, onChange, onRemove }: DraftLineRowProps) {
  const { product } = line
  const amounts = computeDraftLineAmounts(kind, line)
  const changes = changesOf(toPricedLine(kind, line))
  const narrow = useIsNarrowScreen()
  const isTaxable = useFiscalCountry() === 'none' || kind === 'purchase'
  const percents = isTaxable ? 'Descuento e impuesto' : 'Descuento'
  const [asked, setAsked] = useState(false)
  const [left, setLeft] = useState<readonly Field[]>([])
  const errorIn = (field: Field) =>
    errorOf(field) ?? (left.includes(field) ? findLineParseErrors(kind, line)[field] : undefined)
  const opened = asked || (errorIn('discount') ?? errorIn('tax')) !== undefined
  const wrong = errorOf('id_product') ?? stepped.map(errorIn).find((error) => error !== undefined)
  const explained = `linea-${product.id}-error`
  // Errors are shown below the line, because its columns are too narrow; the field refers to the error by its id.
  const set = (field: Field, error = errorIn(field)) => ({
    value: line[field],
    'data-step': true,
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
    onBlur: () => runAfterClick(() => setLeft((before) => [...before, field])),
    error: error !== undefined,
    'aria-errormessage': error === undefined ? undefined : explained,
    onChange: (value: string) => {
      setLeft(left.filter((each) => each !== field))
      onChange({ ...line, [field]: value })
    },
  })
  const remove = (
    <ActionIcon
      variant="subtle"
      color="red"
      size="lg"
      aria-label={`Quitar ${product.name}`}
      title="Quitar"
      onClick={onRemove}
    >
      <IconTrash size={20} aria-hidden />
    </ActionIcon>
  )
  return (
    <li className={classes.line} data-product={product.id}>
      <div className={classes.name}>
        {product.name}
        <Text span inherit display="block" fz="xs" fw={400} c="dimmed">
          {product.unit_of_measure}
        </Text>
      </div>
      {/* In the narrow layout the remove button is the first control, so it comes first in the tab order too. */}
      {narrow && remove}
      <div className={classes.quantity}>
        <WholeNumberField
          {...set('quantity', errorOf('id_product') ?? errorIn('quantity'))}
          aria-label={`Cantidad de ${product.name}`}
          min={1}
          max={maxLineQuantity}
        />
      </div>
      <div className={classes.price}>
        <span aria-hidden>×</span>
        {kind === 'sale' ? (
          <Money value={product.sale_price} />
        ) : (
          <MoneyField {...set('unit_price')} aria-label={`Precio de ${product.name}`} />
        )}
      </div>
      <Button
        className={classes.changes}
        variant="subtle"
        color="gray"
        size="compact-md"
        aria-expanded={opened}
        aria-label={`${percents} de ${product.name}${changes && `: ${changes}`}`}
        title={percents}
        onClick={() => setAsked(!opened)}
      >
        {changes || <IconPercentage size={20} aria-hidden />}
      </Button>
      <div className={classes.total}>
        <Money value={amounts.total} bold />
      </div>
      {!narrow && remove}
      {wrong && (
        <div className={classes.error} role="alert" id={explained}>
          {wrong}
        </div>
      )}
      {opened && (
        <div className={classes.percents} ref={showWhole}>
          <PercentField {...set('discount')} label="Descuento" />
          {isTaxable && <PercentField {...set('tax')} label="Impuesto" />}
        </div>
      )}
    </li>
  )
}

interface BillLinesProps {
  kind: DraftKind
  lines: readonly DraftLine[]
  onChange: DraftLineChanger
  /** Returns false if the product was not added, because its line has an invalid quantity. */
  onAdd: (product: Product, times: number) => boolean
  /** Errors by field, from `findLineErrors`. Stock and price errors are shown even if they are missing here. */
  errors?: LineErrors
  tiles?: readonly number[]
  autoFocus?: boolean
}

export function DraftLinesField({
  kind,
  lines,
  onChange,
  onAdd,
  errors = {},
  tiles,
  autoFocus = false,
}: BillLinesProps) {
  const picker = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { gym } = useDraftOwner()
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
    // A purchase line needs quantity and price and gets the focus; a sale is mostly one piece, so the picker keeps it.
    if (kind === 'purchase' && !scanned) goToLine()
    if (kind === 'sale' && !scanned) recordProductPick(gym, product)
  }
  const pick = useProductPick(kind, add)
  useScanner(({ code, times, dialog }) => {
    // A scan while another dialog covers this one does not add to these lines.
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
  const shownErrors = { ...errors, ...findLineProductErrors(kind, lines) }
  return (
    <div className={classes.lines} data-kind={kind}>
      <ProductPicker ref={picker} kind={kind} pick={pick} error={shownErrors.items} autoFocus={autoFocus} />
      {tiles && <FrequentProductTiles products={pick.products} tiles={tiles} onPick={pick.takeOne} />}
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
