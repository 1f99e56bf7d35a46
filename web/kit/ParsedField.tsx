import { TextInput, type TextInputProps } from '@mantine/core'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import {
  type InputResult,
  readTypedMoney,
  readTypedPercent,
  readTypedWholeNumber,
} from '@torniquete/contract/shared/parse-input.ts'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { flushSync } from 'react-dom'

export interface ParsedFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  /** Parsed value as in the contract; '' or null if empty; invalid text stays as typed. */
  value?: string | number | null
  onChange?: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

interface Mechanism {
  read: (text: string) => InputResult<string>
  show: (value: string) => string
  /** True to report typed text only on blur or Enter. */
  whole?: boolean
  /** True to replace the typed text on blur by the parsed value, formatted with `show`. */
  tidies?: boolean
}

/** A field that parses its text and keeps it as typed. The form's schema rejects invalid text on blur or Enter. */
export function ParsedField({
  read,
  show,
  whole,
  tidies,
  value,
  onChange,
  error,
  ...input
}: ParsedFieldProps & Mechanism) {
  const held = String(value ?? '')
  // The typed text, shown until `value` changes by anything but typing.
  const [typed, setTyped] = useState<{ text: string; held: string } | null>(null)
  const [left, setLeft] = useState(false)
  // Forgets the typed text for good, so that it does not reappear if `value` returns to the former one.
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
    // Rendered synchronously, because the same Enter submits the form.
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
        runAfterClick(() => setLeft(true))
        input.onBlur?.(event)
      }}
      onKeyDown={press}
    />
  )
}

const showAmount = (value: string) => (readTypedMoney(value).error ? value : formatMoney(value).replace('$ ', ''))

export function MoneyField(props: ParsedFieldProps) {
  return (
    <ParsedField
      inputMode="decimal"
      leftSection={<span aria-hidden>$</span>}
      leftSectionWidth={30}
      leftSectionPointerEvents="none"
      {...props}
      read={readTypedMoney}
      show={showAmount}
    />
  )
}

const numbers = (readNumber: (text: string) => InputResult<number>) => {
  const read = (text: string): InputResult<string> => {
    const { value, error } = readNumber(text)
    return error === undefined ? { value: String(value) } : { error }
  }
  return { read, show: (value: string) => (read(value).error ? value : formatNumber(Number(value))) }
}

const percents = numbers(readTypedPercent)

export function PercentField(props: ParsedFieldProps) {
  return (
    <ParsedField
      inputMode="decimal"
      rightSection={<span aria-hidden>%</span>}
      rightSectionPointerEvents="none"
      {...props}
      {...percents}
    />
  )
}

interface WholeNumberFieldProps extends Omit<ParsedFieldProps, 'min' | 'max'> {
  min: number
  max: number
}

export function WholeNumberField({ min, max, ...props }: WholeNumberFieldProps) {
  return <ParsedField inputMode="numeric" {...props} {...numbers((text) => readTypedWholeNumber(text, min, max))} />
}

/** Runs after the click that the pressed pointer completes: changing the layout earlier would move the button away. */
export function runAfterClick(run: () => void): void {
  if (!document.querySelector(':active')) {
    run()
    return
  }
  const released = new AbortController()
  const done = () => {
    released.abort()
    setTimeout(run)
  }
  for (const event of ['pointerup', 'pointercancel', 'dragend'])
    addEventListener(event, done, { capture: true, signal: released.signal })
}
