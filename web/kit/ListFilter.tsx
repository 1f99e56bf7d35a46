import { Button, Group, Text, TextInput } from '@mantine/core'
import { formatDate, isCalendarDay } from '@torniquete/contract/shared/dates.ts'
import { readTypedDay } from '@torniquete/contract/shared/parse-input.ts'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { DayField } from './DayField.tsx'
import { IconRotate, IconSearch } from './icons.ts'

export interface ListFilterValues {
  name?: string
  /** First day, `YYYY-MM-DD`, inclusive; a missing day means the default. */
  start?: string
  end?: string
}

interface ListFilterProps {
  label: string
  nameLabel: string
  filter: ListFilterValues
  today: string
  usual?: { start: string; end: string }
  onSearch: (filter: ListFilterValues) => void
}

export function ListFilter(props: ListFilterProps) {
  const { label, nameLabel, filter, today, usual = { start: today, end: today }, onSearch } = props
  const { name: appliedName = '', start = usual.start, end = usual.end } = filter
  const [name, setName] = useState(appliedName)
  const [days, setDays] = useState<DayRange>({ start, end })
  // True while a day is being typed: its value is known on blur, but its first letter is already a change.
  const [writing, setWriting] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  // Back and midnight change the filter in the address; only the fields of changed values are reset.
  useEffect(() => setName(appliedName), [appliedName])
  useEffect(() => {
    setDays({ start, end })
    setWriting(false)
  }, [start, end])
  const applied = appliedName !== '' || start !== usual.start || end !== usual.end
  const asked = { name: name.trim(), start: days.start ?? usual.start, end: days.end ?? usual.end }
  const differs = asked.name !== appliedName || asked.start !== start || asked.end !== end
  const unlessUsual = (side: keyof typeof usual) => (asked[side] === usual[side] ? undefined : asked[side])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (Object.values(errorsOf(days)).some(Boolean))
      return event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    setDays({ start: asked.start, end: asked.end })
    setWriting(false)
    onSearch({ name: asked.name || undefined, start: unlessUsual('start'), end: unlessUsual('end') })
  }
  const reset = () => {
    setName('')
    setDays(usual)
    setWriting(false)
    onSearch({})
    // Moves the focus, because the pressed reset button disappears.
    nameField.current?.focus()
  }
  // Submits on Enter: browsers do so only for forms that have a submit button or a single field.
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    <search aria-label={label}>
      <Group
        align="flex-end"
        gap="sm"
        renderRoot={(props) => (
          <form {...props} noValidate onInput={() => setWriting(true)} onSubmit={submit} onKeyDown={press} />
        )}
      >
        <TextInput
          ref={nameField}
          label={nameLabel}
          flex={{ base: '1 0 100%', xs: '1 1 11rem' }}
          maw={{ xs: 320 }}
          spellCheck={false}
          enterKeyHint="search"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DateRange value={days} onChange={setDays} />
        {(applied || differs || writing) && (
          <>
            <Button type="submit" leftSection={<IconSearch size={20} aria-hidden />}>
              Buscar
            </Button>
            <Button variant="default" leftSection={<IconRotate size={20} aria-hidden />} onClick={reset}>
              Restablecer
            </Button>
          </>
        )}
        {applied && differs && (
          <Text size="sm" c="dimmed" role="status" w="100%">
            La lista muestra todavía{' '}
            {[appliedName && `«${appliedName}»`, daysInWords(start, end)].filter(Boolean).join(', ')}.
          </Text>
        )}
      </Group>
    </search>
  )
}

const daysInWords = (start: string, end: string) =>
  start === end ? `el ${formatDate(start)}` : `del ${formatDate(start)} al ${formatDate(end)}`

interface DayRange {
  /** First day, `YYYY-MM-DD`, inclusive; null is unlimited; invalid text stays as typed. */
  start: string | null
  end: string | null
}

type Errors = Partial<Record<keyof DayRange, string>>

const noDay = (day: string | null) => (day === null || isCalendarDay(day) ? undefined : readTypedDay(day).error)

function errorsOf({ start, end }: DayRange): Errors {
  const errors = { start: noDay(start), end: noDay(end) }
  const turned = !errors.start && !errors.end && start !== null && end !== null && start > end
  return turned ? { start: 'Es posterior a la fecha de fin' } : errors
}

const labels = { start: 'Fecha de inicio', end: 'Fecha de fin' }

function DateRange({ value, onChange }: { value: DayRange; onChange: (range: DayRange) => void }) {
  const explained = useId()
  const errors = errorsOf(value)
  const field = (side: keyof DayRange) => ({
    w: { base: 'calc(50% - 0.375rem)', xs: 165 },
    label: labels[side],
    value: value[side],
    onChange: (day: string | null) => onChange({ ...value, [side]: day }),
    // Only marks the field: it is too narrow for the error text, which is shown below.
    error: errors[side] !== undefined,
    describedBy: errors[side] && explained,
  })
  const told = [errors.start && `${labels.start}: ${errors.start}`, errors.end && `${labels.end}: ${errors.end}`]
  return (
    <>
      <DayField {...field('start')} />
      <DayField {...field('end')} />
      {told.some(Boolean) && (
        <Text id={explained} role="alert" size="sm" c="var(--mantine-color-error)" flex="0 0 100%" style={{ order: 1 }}>
          {told.filter(Boolean).join('. ')}
        </Text>
      )}
    </>
  )
}
