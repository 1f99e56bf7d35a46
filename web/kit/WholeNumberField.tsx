import { showNumber } from '@torniquete/contract/numbers.ts'
import { readWholeNumber } from '@torniquete/contract/typed.ts'
import { TypedField, type TypedFieldProps } from './TypedField.tsx'

interface WholeNumberFieldProps extends Omit<TypedFieldProps, 'min' | 'max'> {
  /** Both included. */
  min: number
  max: number
}

/** A whole number; its value is its digits. */
export function WholeNumberField({ min, max, ...props }: WholeNumberFieldProps) {
  const read = (text: string) => {
    const { value, error } = readWholeNumber(text, min, max)
    return error === undefined ? { value: String(value) } : { error }
  }
  const show = (value: string) => (read(value).error ? value : showNumber(Number(value)))
  return <TypedField inputMode="numeric" {...props} read={read} show={show} />
}
