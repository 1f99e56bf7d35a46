import { ActionIcon, Button, Text } from '@mantine/core'
import { showPercent } from '@torniquete/contract/shared/numbers.ts'
import { type Line, maxQuantity } from '@torniquete/contract/till/bills.ts'
import { type FocusEvent, useState } from 'react'
import { afterPress } from '../../kit/after-press.ts'
import { IconPercentage, IconTrash } from '../../kit/icons.ts'
import { Money } from '../../kit/Money.tsx'
import { MoneyField, PercentField, WholeNumberField } from '../../kit/TypedField.tsx'
import { useNarrow } from '../../kit/use-narrow.ts'
import classes from './bill-lines.module.css'
import { amountsOfLine, type DraftKind, type DraftLine, listUnreadableFields, toLine } from './draft-lines.ts'

interface DraftLineRowProps {
  kind: DraftKind
  line: DraftLine
  errorOf: (field: string) => string | undefined
  onChange: (line: DraftLine) => void
  onRemove: () => void
}

type Field = 'quantity' | 'unit_price' | 'discount' | 'tax'
const stepped: readonly Field[] = ['quantity', 'unit_price', 'discount', 'tax']

/** Label of the closed control: `−10 % +18 %`. */
function changesOf({ discount, tax }: Line): string {
  const shown = (sign: string, percent: number) => (percent > 0 ? `${sign}${showPercent(percent)}` : '')
  return [shown('−', discount), shown('+', tax)].filter(Boolean).join(' ')
}

/** Scrolls the whole line into view, also inside a scrolling list. */
const showWhole = (part: HTMLElement | null) => part?.closest('li')?.scrollIntoView({ block: 'nearest' })

export function DraftLineRow({ kind, line, errorOf, onChange, onRemove }: DraftLineRowProps) {
  const { product } = line
  const amounts = amountsOfLine(kind, line)
  const changes = changesOf(toLine(kind, line))
  const narrow = useNarrow()
  const [asked, setAsked] = useState(false)
  const [left, setLeft] = useState<readonly Field[]>([])
  const errorIn = (field: Field) =>
    errorOf(field) ?? (left.includes(field) ? listUnreadableFields(kind, line)[field] : undefined)
  const opened = asked || (errorIn('discount') ?? errorIn('tax')) !== undefined
  const wrong = errorOf('id_product') ?? stepped.map(errorIn).find((error) => error !== undefined)
  const explained = `linea-${product.id}-error`
  // The columns are too narrow for an error: it is below, and the field refers to it.
  const set = (field: Field, error = errorIn(field)) => ({
    value: line[field],
    'data-step': true,
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
    onBlur: () => afterPress(() => setLeft((before) => [...before, field])),
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
      {/* Tab order follows the visual order in the folded layout. */}
      {narrow && remove}
      <div className={classes.quantity}>
        <WholeNumberField
          {...set('quantity', errorOf('id_product') ?? errorIn('quantity'))}
          aria-label={`Cantidad de ${product.name}`}
          min={1}
          max={maxQuantity}
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
        aria-label={`Descuento e impuesto de ${product.name}${changes && `: ${changes}`}`}
        title="Descuento e impuesto"
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
          <PercentField {...set('tax')} label="Impuesto" />
        </div>
      )}
    </li>
  )
}
