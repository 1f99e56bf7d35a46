import { Button, Group, TextInput } from '@mantine/core'
import { IconRotate, IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { DateRange } from '../../kit/DateRange.tsx'
import type { AttendanceSearch } from './attendance-search.ts'

interface AttendanceFilterProps {
  search: AttendanceSearch
  today: string
  onSearch: (search: AttendanceSearch) => void
}

/** Draws what is being filled in; its owner gives it another key when the address changes. */
export function AttendanceFilter({ search, today, onSearch }: AttendanceFilterProps) {
  const [name, setName] = useState(search.name ?? '')
  const [days, setDays] = useState({ start: search.start ?? today, end: search.end ?? today })
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
  }
  return (
    <Group component="form" role="search" align="flex-end" gap="sm" mb="md" onSubmit={submit}>
      <TextInput
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
