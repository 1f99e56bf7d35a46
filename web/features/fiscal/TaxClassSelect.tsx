import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import type { TaxClass } from '@torniquete/contract/fiscal/tax.ts'

const taxClassLabels: Record<TaxClass, string> = { exempt: 'Exento', '0': '0 %', '16': '16 %', '18': '18 %' }

/** Sorted here, because numeric keys come first in an object. */
const choices = (['exempt', '0', '16', '18'] as const).map((value) => ({ value, label: taxClassLabels[value] }))

export const formatTaxClass = (value: TaxClass) => taxClassLabels[value]

/** `placeholder` adds a first choice without a class. */
export const TaxClassSelect = ({
  placeholder,
  ...props
}: Omit<NativeSelectProps, 'data'> & { placeholder?: string }) => (
  <NativeSelect data={placeholder ? [{ value: '', label: placeholder }, ...choices] : choices} {...props} />
)
