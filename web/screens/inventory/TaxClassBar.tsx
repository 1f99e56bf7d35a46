import { Button, Checkbox, Group } from '@mantine/core'
import type { TaxClass } from '@torniquete/contract/fiscal/tax.ts'
import { formatCountWithNoun, formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import type { Product } from '@torniquete/contract/till/products.ts'
import { useState } from 'react'
import { TaxClassSelect } from '../../features/fiscal/TaxClassSelect.tsx'
import { useSave } from '../../forms/use-save.ts'
import kit from '../../kit/kit.module.css'
import type { ProductSelection } from './use-product-selection.ts'

export const ProductCheckbox = ({ product, marked, mark }: ProductSelection & { product: Product }) => (
  <Checkbox
    className={kit.box}
    aria-label={`Marcar ${product.name}`}
    checked={marked.has(product.id)}
    onChange={({ currentTarget }) => mark([product.id], currentTarget.checked)}
  />
)

/** Sets the tax class of all marked products. */
export function TaxClassBar({ rows, marked, mark }: ProductSelection & { rows: readonly Product[] }) {
  const [taxClass, setTaxClass] = useState<TaxClass | ''>('')
  const { submit, pending } = useSave({
    run: (ids: number[], send) => send('products.set-tax-class', { body: { ids, tax_class: taxClass || 'exempt' } }),
    done: ({ updated }) => `ITBIS cambiado en ${formatCountWithNoun(updated, 'producto', 'productos')}`,
    onSaved: (_, ids) => mark(ids, false),
  })
  const areAllMarked = rows.length > 0 && rows.every(({ id }) => marked.has(id))
  const isEmpty = marked.size === 0 || taxClass === ''
  const shown = rows.map(({ id }) => id)
  return (
    <Group gap="xs" mb="sm">
      <Button variant="subtle" size="sm" px="xs" onClick={() => mark(shown, !areAllMarked)}>
        {areAllMarked ? 'Desmarcar esta página' : `Marcar esta página (${formatNumber(rows.length)})`}
      </Button>
      <TaxClassSelect
        aria-label="ITBIS de los marcados"
        size="sm"
        placeholder="Elige…"
        value={taxClass}
        onChange={({ currentTarget }) => setTaxClass(currentTarget.value as TaxClass)} // The options are tax classes.
      />
      <Button
        variant="light"
        size="sm"
        aria-disabled={isEmpty || pending || undefined}
        data-disabled={isEmpty || undefined}
        onClick={() => !isEmpty && submit([...marked])}
      >
        Cambiar ITBIS ({formatNumber(marked.size)})
      </Button>
    </Group>
  )
}
