import { TextInput, type TextInputProps } from '@mantine/core'
import { showMoney } from '@torniquete/contract/shared/money.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { type Reading, readMoney, readPercent, readWholeNumber } from '@torniquete/contract/shared/typed.ts'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterPress } from './after-press.ts'

export interface TypedFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  /** Parsed value in the contract's form; '' or null if empty; invalid text stays as typed. */
  value?: string | number | null
  onChange?: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

interface Mechanism {
  read: (text: string) => Reading<string>
  /** A value as it is to be read. */
  show: (value: string) => string
  /** Announces what was typed only when the field is left or Enter is pressed. */
  whole?: boolean
  /** Shows what was read as `show` writes it once the field is left. */
  tidies?: boolean
}

/**
 * A text that is read as something else. What is typed stays as it is; what cannot be read is announced as typed, so that
 * the form's schema refuses it, and told here once the field is left or Enter is pressed.
 */
export function TypedField({
  read,
  show,
  whole = false,
  tidies = false,
  value,
  onChange,
  error,
  ...input
}: TypedFieldProps & Mechanism) {
  const held = String(value ?? '')
  // Stands until the owner holds something else than what was typed over, or became.
  const [typed, setTyped] = useState<{ text: string; held: string } | null>(null)
  const [left, setLeft] = useState(false)
  // Not once the owner comes back to what was typed over: that is shown as what it is.
  if (typed && typed.held !== held) setTyped(null)
  const text = typed?.held === held ? typed.text : show(held)
  const readingOf = (from: string) => (from.trim() === '' ? '' : (read(from).value ?? from.trim()))
  const type = (next: string) => {
    setLeft(false)
    setTyped({ text: next, held: whole ? held : readingOf(next) })
    if (!whole) onChange?.(readingOf(next))
  }
  const commit = () => {
    if (typed?.held !== held) return
    const next = readingOf(text)
    if (tidies) setTyped({ text: show(next), held })
    if (next !== held) onChange?.(next)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    input.onKeyDown?.(event)
    // The form around it is submitted by the same key, and has to know by then.
    if (event.key !== 'Enter') return
    flushSync(() => {
      setLeft(true)
      commit()
    })
  }
  const emptied = input.required === true && typed !== null
  const unread = left && (text.trim() !== '' || emptied) ? read(text).error : undefined
  return (
    <TextInput
      spellCheck={false}
      {...input}
      value={text}
      error={error || unread}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        commit()
        afterPress(() => setLeft(true))
        input.onBlur?.(event)
      }}
      onKeyDown={press}
    />
  )
}

const showAmount = (value: string) => (readMoney(value).error ? value : showMoney(value).replace('$ ', ''))

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
      show={showAmount}
    />
  )
}

/** Reads numbers for a field whose value is a text. */
const numbers = (readNumber: (text: string) => Reading<number>) => {
  const read = (text: string): Reading<string> => {
    const { value, error } = readNumber(text)
    return error === undefined ? { value: String(value) } : { error }
  }
  return { read, show: (value: string) => (read(value).error ? value : showNumber(Number(value))) }
}

const percents = numbers(readPercent)

/** A percent of 0–100; its value is a decimal text. */
export function PercentField(props: TypedFieldProps) {
  return (
    <TypedField
      inputMode="decimal"
      rightSection={<span aria-hidden>%</span>}
      rightSectionPointerEvents="none"
      {...props}
      {...percents}
    />
  )
}

interface WholeNumberFieldProps extends Omit<TypedFieldProps, 'min' | 'max'> {
  /** Both included. */
  min: number
  max: number
}

/** A whole number; its value is its digits. */
export function WholeNumberField({ min, max, ...props }: WholeNumberFieldProps) {
  return <TypedField inputMode="numeric" {...props} {...numbers((text) => readWholeNumber(text, min, max))} />
}
