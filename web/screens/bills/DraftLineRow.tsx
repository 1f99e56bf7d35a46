import { ActionIcon, Button, NumberInput } from '@mantine/core'
import { IconPercentage, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Money } from '../../kit/Money.tsx'
import classes from './bill-lines.module.css'
import { amountsOfLine, type DraftKind, type DraftLine } from './draft-lines.ts'

interface DraftLineRowProps {
  kind: DraftKind
  line: DraftLine
  errorOf: (field: string) => string | undefined
  onChange: (line: DraftLine) => void
  onRemove: () => void
}

// Whatever is typed stays, and an error says what is wrong with it.
const number = { hideControls: true, clampBehavior: 'none', allowNegative: false, selectAllOnFocus: true } as const
const decimal = { ...number, decimalScale: 2, allowedDecimalSeparators: ['.', ','], min: 0 }

type Field = 'quantity' | 'unit_price' | 'discount' | 'tax'
const stepped: readonly Field[] = ['quantity', 'unit_price', 'discount', 'tax']

/** `-10 % +18 %`: what the closed control says of discount and tax. */
function changesOf({ discount, tax }: DraftLine): string {
  const shown = (sign: string, typed: number | string) => (Number(typed) > 0 ? `${sign}${typed} %` : '')
  return [shown('−', discount), shown('+', tax)].filter(Boolean).join(' ')
}

export function DraftLineRow({ kind, line, errorOf, onChange, onRemove }: DraftLineRowProps) {
  const { product } = line
  const amounts = amountsOfLine(kind, line)
  const changes = changesOf(line)
  const [asked, setAsked] = useState(false)
  const opened = asked || (errorOf('discount') ?? errorOf('tax')) !== undefined
  const wrong = errorOf('id_product') ?? stepped.map(errorOf).find((error) => error !== undefined)
  const explained = `linea-${product.id}-error`
  // The columns are too narrow for a sentence: it stands below them, and the field points to it.
  const set = (field: Field, error = errorOf(field)) => ({
    value: line[field],
    error: error !== undefined,
    'aria-errormessage': error === undefined ? undefined : explained,
    onChange: (value: number | string) => onChange({ ...line, [field]: value }),
  })
  return (
    <li className={classes.line} data-product={product.id}>
      <div className={classes.name}>
        {product.name}
        <span className={classes.aside}>{product.unit_of_measure}</span>
      </div>
      <div className={classes.quantity}>
        <NumberInput
          {...number}
          {...set('quantity', errorOf('id_product') ?? errorOf('quantity'))}
          aria-label={`Cantidad de ${product.name}`}
          data-step
          min={1}
          allowDecimal={false}
        />
      </div>
      <div className={classes.price}>
        <span aria-hidden>×</span>
        {kind === 'sale' ? (
          <Money value={product.sale_price} />
        ) : (
          <NumberInput
            {...decimal}
            {...set('unit_price')}
            aria-label={`Precio de ${product.name}`}
            data-step
            prefix="$ "
            step={0.01}
          />
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
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="red"
        size="lg"
        aria-label={`Quitar ${product.name}`}
        title="Quitar"
        onClick={onRemove}
      >
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
      {wrong && (
        <div className={classes.error} role="alert" id={explained}>
          {wrong}
        </div>
      )}
      {opened && (
        <div className={classes.percents}>
          <NumberInput {...decimal} {...set('discount')} label="Descuento" suffix=" %" max={100} data-step />
          <NumberInput {...decimal} {...set('tax')} label="Impuesto" suffix=" %" max={100} data-step />
        </div>
      )}
    </li>
  )
}
