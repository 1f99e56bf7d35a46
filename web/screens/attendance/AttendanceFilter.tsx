import { Button, Group, TextInput } from '@mantine/core'
import { IconRotate, IconSearch } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { DateRange } from '../../kit/DateRange.tsx'
import type { AttendanceSearch } from './attendance-search.ts'

interface AttendanceFilterProps {
  search: AttendanceSearch
  today: string
  onSearch: (search: AttendanceSearch) => void
}

export function AttendanceFilter({ search, today, onSearch }: AttendanceFilterProps) {
  const { name: appliedName = '', start = today, end = today } = search
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
    <Group component="form" role="search" align="flex-end" gap="sm" mb="md" onSubmit={submit}>
      <TextInput
        ref={nameField}
        label="Nombre del cliente"
        w={{ base: '100%', xs: 260 }}
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
