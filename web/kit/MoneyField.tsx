import { showMoney } from '@torniquete/contract/money.ts'
import { readMoney } from '@torniquete/contract/typed.ts'
import { TypedField, type TypedFieldProps } from './TypedField.tsx'

const show = (value: string) => (readMoney(value).error ? value : showMoney(value).replace('$ ', ''))

/** An amount; its value is a decimal text with two decimals. */
export function MoneyField(props: TypedFieldProps) {
  return (
    <TypedField
      inputMode="decimal"
      leftSection={<span aria-hidden>$</span>}
      leftSectionWidth={30}
      leftSectionPointerEvents="none"
      {...props}
      read={readMoney}
      show={show}
    />
  )
}
