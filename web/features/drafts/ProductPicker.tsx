import { Text } from '@mantine/core'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import type { Product } from '@torniquete/contract/till/products.ts'
import { type Ref, useCallback } from 'react'
import { ChoiceField } from '../../kit/ChoiceField.tsx'
import option from '../../kit/choice-field.module.css'
import { IconBarcode } from '../../kit/icons.ts'
import { Money } from '../../kit/Money.tsx'
import type { DraftKind } from './draft-lines.ts'
import type { useProductPick } from './use-product-pick.ts'

const stay = () => {}

interface ProductPickerProps {
  kind: DraftKind | 'count'
  pick: ReturnType<typeof useProductPick>
  placeholder?: string
  error?: string | undefined
  autoFocus?: boolean
  ref: Ref<HTMLInputElement>
}

export function ProductPicker(props: ProductPickerProps) {
  const { kind, pick, placeholder = 'Nombre o código…', error, autoFocus = false, ref } = props
  const renderRow = useCallback((product: Product) => <ProductRow kind={kind} product={product} />, [kind])
  return (
    <div>
      <ChoiceField
        ref={ref}
        choices={pick.choices}
        onAsk={pick.onAsk}
        label="Producto"
        listLabel="Productos"
        placeholder={placeholder}
        nothingFound={pick.nothingFound}
        value={null}
        onPick={(product) => product && pick.take(product)}
        // After a pick the focus stays in this field, because the next input is another product.
        onMoveOn={stay}
        onEnter={pick.enter}
        onNothing={pick.askFor}
        error={error}
        autoFocus={autoFocus}
        icon={<IconBarcode size={20} aria-hidden />}
        busy={pick.asking}
        renderRow={renderRow}
      />
      {/* The refusal is not the field's error, because the field may already have the text of another code. */}
      <Text role="alert" size="sm" c="var(--mantine-color-error)" mt={pick.refusal ? '0.35rem' : 0}>
        {pick.refusal}
      </Text>
    </div>
  )
}

function ProductRow({ kind, product }: Pick<ProductPickerProps, 'kind'> & { product: Product }) {
  const { name, description, quantity, unit_of_measure, code } = product
  if (kind === 'count') return <span>{[name, description, code].filter(Boolean).join(' · ')}</span>
  const stock = kind === 'sale' ? `quedan ${formatNumber(quantity)}` : `hay ${formatNumber(quantity)}`
  return (
    <>
      <span>
        {name}
        <span className={option.aside}>{[description, unit_of_measure, stock, code].filter(Boolean).join(' · ')}</span>
      </span>
      <Money value={kind === 'sale' ? product.sale_price : product.last_purchase_price} />
    </>
  )
}
