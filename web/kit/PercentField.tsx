import { showNumber } from '@torniquete/contract/numbers.ts'
import { readPercent } from '@torniquete/contract/typed.ts'
import { TypedField, type TypedFieldProps } from './TypedField.tsx'

const read = (text: string) => {
  const { value, error } = readPercent(text)
  return error === undefined ? { value: String(value) } : { error }
}
const show = (value: string) => (read(value).error ? value : showNumber(Number(value)))

/** A percent of 0–100; its value is a decimal text. */
export function PercentField(props: TypedFieldProps) {
  return (
    <TypedField
      inputMode="decimal"
      rightSection={<span aria-hidden>%</span>}
      rightSectionPointerEvents="none"
      {...props}
      read={read}
      show={show}
    />
  )
}
