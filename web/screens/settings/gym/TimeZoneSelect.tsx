import { isTimeZone } from '@torniquete/contract/shared/dates.ts'
import { type ReactNode, useMemo } from 'react'
import { now } from '../../../api/server-clock.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { ChoiceField } from '../../../kit/ChoiceField.tsx'
import { useFilteredRows } from '../../../kit/use-filtered-rows.ts'

interface ZoneSelectProps {
  label: string
  value: string
  onChange: (zone: string) => void
  error?: ReactNode
}

interface Zone {
  id: string
  /** Current offset from UTC, and place: '(UTC-04:00) América / Santo Domingo'. */
  name: string
}

export const formatTimeZone = (zone: string): string => (isTimeZone(zone) ? makeTimeZoneChoice(zone, now()).name : zone)

export function TimeZoneSelect({ label, value, onChange, error }: ZoneSelectProps) {
  const accepted = useEndpoint('gym-info.zones', {})
  const zones = useMemo(
    () => accepted.data && listTimeZoneIds(accepted.data, value).map((code) => makeTimeZoneChoice(code, now())),
    [accepted.data, value],
  )
  return (
    <ChoiceField
      {...useFilteredRows(zones, accepted.data ? null : accepted.error, makeTimeZoneSearchText)}
      label={label}
      listLabel="Zonas horarias"
      nothingFound="No hay ninguna zona con ese nombre"
      required
      value={zones?.find(({ id }) => id === value) ?? (isTimeZone(value) ? makeTimeZoneChoice(value, now()) : null)}
      // Half-typed text changes nothing: the zone stays until another one is chosen.
      onPick={(zone) => zone && onChange(zone.id)}
      error={error}
    />
  )
}

const regions: Record<string, string> = {
  Africa: 'África',
  America: 'América',
  Antarctica: 'Antártida',
  Arctic: 'Ártico',
  Atlantic: 'Atlántico',
  Europe: 'Europa',
  Indian: 'Índico',
  Pacific: 'Pacífico',
}

/** Shows a zone's name: `America/Argentina/Buenos_Aires` → `América / Argentina / Buenos Aires`. */
const placeName = (code: string) =>
  code
    .split('/')
    .map((part) => regions[part] ?? part.replaceAll('_', ' '))
    .join(' / ')

export function makeTimeZoneChoice(code: string, at: Date): Zone {
  // The format contains only hour and zone, which halves the time to list all zones.
  const format = new Intl.DateTimeFormat('en', { timeZone: code, timeZoneName: 'longOffset', hour: 'numeric' })
  const offset = /[+-]\d\d:\d\d$/.exec(format.format(at))?.[0] ?? '+00:00'
  return { id: code, name: `(UTC${offset}) ${placeName(code)}` }
}

/** Zones that both server and browser know, sorted by place. An alias is left out unless it is `current`. */
export function listTimeZoneIds(accepted: readonly string[], current: string): string[] {
  const own = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])
  const { compare } = new Intl.Collator('es')
  return accepted.filter((code) => own.has(code)).sort((one, other) => compare(placeName(one), placeName(other)))
}

export const makeTimeZoneSearchText = ({ id, name }: Zone): string => `${name} ${id} ${id.replaceAll('_', ' ')}`
