import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import type { Product } from '@torniquete/contract/products.ts'
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react'
import type { DraftKind } from '../bills/draft-lines.ts'
import option from './option.module.css'
import { ProductOption } from './ProductOption.tsx'
import classes from './product-picker.module.css'
import { useProductPick } from './use-product-pick.ts'

interface ProductPickerProps {
  kind: DraftKind
  /** `scanned`: by its code, so the next one may follow at once. */
  onPick: (product: Product, scanned: boolean) => void
  error?: string | undefined
  autoFocus?: boolean
  ref: Ref<HTMLInputElement>
}

/** Finds products as one types, and takes what a scanner types: a code and Enter. */
export function ProductPicker({ kind, onPick, error, autoFocus, ref }: ProductPickerProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const pick = useProductPick(kind, onPick)
  const { text, options, searching } = pick
  const opened = combobox.dropdownOpened
  const first = opened ? options[0]?.id : undefined
  const { selectFirstOption, resetSelectedOption } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store's functions are new with each drawing.
  useEffect(() => {
    if (first === undefined || text === '') resetSelectedOption()
    else selectFirstOption()
  }, [first, text])
  const list = useRef<HTMLDivElement>(null)

  const choose = (product: Product | undefined) => {
    if (!product) return
    combobox.closeDropdown()
    pick.take(product)
  }
  // Before the list hears of it: Enter is never the sale's, and a code comes before the marked option.
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (event.ctrlKey || event.metaKey) return event.currentTarget.closest('form')?.requestSubmit()
    const marked = opened ? list.current?.querySelector('[data-combobox-selected]')?.getAttribute('value') : null
    combobox.closeDropdown()
    pick.enter(options.find(({ id }) => String(id) === marked))
  }
  return (
    <div onKeyDownCapture={press} className={classes.picker}>
      <Combobox store={combobox} onOptionSubmit={(id) => choose(options.find((each) => String(each.id) === id))}>
        <Combobox.Target withExpandedAttribute>
          <TextInput
            ref={ref}
            label="Producto"
            placeholder="Escribe el nombre o escanea el código…"
            autoComplete="off"
            spellCheck={false}
            data-autofocus={autoFocus || undefined}
            value={text}
            error={error}
            leftSection={<IconBarcode size={20} aria-hidden />}
            rightSection={(pick.asking || (opened && searching)) && <Loader size={18} aria-hidden />}
            onChange={(event) => {
              pick.write(event.currentTarget.value)
              combobox.openDropdown()
            }}
            onClick={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <section ref={list} aria-label="Productos encontrados">
            <Combobox.Options className={option.options} aria-label="Productos">
              {options.map((product) => (
                <ProductOption key={product.id} kind={kind} product={product} />
              ))}
              {options.length === 0 && <Combobox.Empty>{pick.empty}</Combobox.Empty>}
            </Combobox.Options>
          </section>
        </Combobox.Dropdown>
      </Combobox>
      {/* Not the field's own error: what stands in it now is perhaps another code already. */}
      <div role="alert" className={classes.refusal}>
        {pick.refusal}
      </div>
    </div>
  )
}
