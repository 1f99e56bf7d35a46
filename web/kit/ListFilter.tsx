import { Button, Group, TextInput } from '@mantine/core'
import { IconRotate, IconSearch } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { DateRange } from './DateRange.tsx'

export interface NameAndDays {
  name?: string
  /** `YYYY-MM-DD`, both included; absent is today. */
  start?: string
  end?: string
}

interface ListFilterProps {
  /** What is filtered, for screen readers. */
  label: string
  nameLabel: string
  filter: NameAndDays
  today: string
  /** What is as usual is absent. */
  onSearch: (filter: NameAndDays) => void
}

/** A name and two days, today where nothing is chosen. The buttons come once something is filled in. */
export function ListFilter({ label, nameLabel, filter, today, onSearch }: ListFilterProps) {
  const { name: appliedName = '', start = today, end = today } = filter
  const [name, setName] = useState(appliedName)
  const [days, setDays] = useState({ start, end })
  const nameField = useRef<HTMLInputElement>(null)
  // The address may change by itself: the back button, midnight.
  useEffect(() => {
    setName(appliedName)
    setDays({ start, end })
  }, [appliedName, start, end])
  const filled = name.trim() !== '' || days.start !== today || days.end !== today
  const unlessToday = (day: string) => (day === today ? undefined : day)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch({ name: name.trim() || undefined, start: unlessToday(days.start), end: unlessToday(days.end) })
  }
  const reset = () => {
    setName('')
    setDays({ start: today, end: today })
    onSearch({})
    // The button that was pressed goes away.
    nameField.current?.focus()
  }
  return (
    <Group component="form" role="search" aria-label={label} align="flex-end" gap="sm" onSubmit={submit}>
      <TextInput
        ref={nameField}
        label={nameLabel}
        flex={{ base: '1 0 100%', xs: '1 1 11rem' }}
        maw={{ xs: 320 }}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <DateRange
        value={days}
        onChange={({ start, end }) => setDays({ start: start ?? today, end: end ?? today })}
        startLabel="Fecha de inicio"
        endLabel="Fecha de fin"
      />
      {filled && (
        <>
          <Button type="submit" leftSection={<IconSearch size={20} aria-hidden />}>
            Buscar
          </Button>
          <Button variant="default" leftSection={<IconRotate size={20} aria-hidden />} onClick={reset}>
            Restablecer
          </Button>
        </>
      )}
    </Group>
  )
}
