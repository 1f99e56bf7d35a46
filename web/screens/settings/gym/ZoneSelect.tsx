import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { now } from '../../../api/server-clock.ts'
import classes from './gym.module.css'
import { matchesZone, zoneList } from './zone-list.ts'

interface ZoneSelectProps {
  value: string
  onChange: (zone: string) => void
  error?: ReactNode
}

const byCode = (current: string) => new Map(zoneList(current, now()).map((entry) => [entry.tzCode, entry]))

export function ZoneSelect({ value, onChange, error }: ZoneSelectProps) {
  // Making it takes a while, so it is made anew only for a zone that is not in it.
  const [zones, setZones] = useState(() => byCode(value))
  if (!zones.has(value)) setZones(byCode(value))
  const [search, setSearch] = useState('')
  const data = useMemo(() => [...zones.values()].map(({ tzCode, label }) => ({ value: tzCode, label })), [zones])
  const filter: OptionsFilter = ({ options, search }) =>
    // All are single options: there are no groups.
    (options as ComboboxItem[]).filter((option) => {
      const entry = zones.get(option.value)
      return entry !== undefined && matchesZone(entry, search)
    })
  return (
    <Select
      label="Zona horaria"
      required
      searchable
      openOnFocus={false}
      withScrollArea={false}
      attributes={{ dropdown: { role: 'region', 'aria-label': 'Zonas horarias' } }}
      classNames={{ option: classes.option }}
      styles={{ dropdown: { maxHeight: 320, overflowY: 'auto' } }}
      allowDeselect={false}
      selectFirstOptionOnChange
      nothingFoundMessage="No hay ninguna zona con ese nombre"
      data={data}
      filter={filter}
      value={value}
      error={error}
      onChange={(zone) => zone && onChange(zone)}
      onSearchChange={setSearch}
      // What is half typed is not saved: Enter is about the list.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && search !== zones.get(value)?.label) event.preventDefault()
      }}
    />
  )
}
