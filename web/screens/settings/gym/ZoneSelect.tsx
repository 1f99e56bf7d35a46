import { isZone } from '@torniquete/contract/shared/dates.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { now } from '../../../api/server-clock.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { ChoiceField } from '../../../kit/ChoiceField.tsx'
import { useMatching } from '../../../kit/use-matching.ts'
import { spanishCities } from './spanish-cities.ts'

interface ZoneSelectProps {
  label: string
  value: string
  onChange: (zone: string) => void
  error?: ReactNode
}

interface Zone extends ZoneEntry {
  id: string
}

/** Milliseconds of work at a time, so that typing stays fluent. */
const slice = 8

const zoneOf = (code: string): Zone => {
  const entry = makeZoneEntry(code, now())
  return { ...entry, id: code, name: entry.label }
}

/** All zones, computed in slices. */
function useZones(accepted: readonly string[] | undefined, current: string): readonly Zone[] | undefined {
  const [zones, setZones] = useState<readonly Zone[]>()
  const known = zones?.some(({ id }) => id === current) ?? false
  useEffect(() => {
    if (known || !accepted) return
    const codes = zoneCodes(accepted, current)
    const made: Zone[] = []
    let timer = setTimeout(function go() {
      const until = performance.now() + slice
      for (const code of codes.slice(made.length)) {
        if (performance.now() > until) break
        made.push(zoneOf(code))
      }
      if (made.length === codes.length) setZones(made)
      else timer = setTimeout(go)
    })
    return () => clearTimeout(timer)
  }, [accepted, current, known])
  return zones
}

/** Label of the zone in the field. */
export const zoneLabel = (zone: string): string => (isZone(zone) ? zoneOf(zone).label : zone)

export function ZoneSelect({ label, value, onChange, error }: ZoneSelectProps) {
  const accepted = useEndpoint('gym-info.zones', {})
  const zones = useZones(accepted.data, value)
  return (
    <ChoiceField
      {...useMatching(zones, accepted.data ? null : accepted.error, searchText)}
      label={label}
      listLabel="Zonas horarias"
      nothingFound="No hay ninguna zona con ese nombre"
      required
      value={zones?.find(({ id }) => id === value) ?? (isZone(value) ? zoneOf(value) : null)}
      // Half-typed text is not saved: the zone stays until another is chosen.
      onPick={(zone) => zone && onChange(zone.id)}
      error={error}
    />
  )
}

/** A time zone in the choice field. */
interface ZoneEntry {
  label: string
  tzCode: string
  /** Place: 'América / Santo Domingo'. */
  name: string
  /** Current offset: '-04:00'. */
  utc: string
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

/** Parses 'GMT-04:00', 'UTC+8' or the malformed '+8:00' to '+08:00'; '+00:00' without an offset. */
export function readOffset(text: string): string {
  const [, sign = '+', hours = '', minutes = '00'] = /([+-])(\d{1,2}?):?(\d{2})?$/.exec(text) ?? []
  return `${sign}${hours.padStart(2, '0')}:${minutes}`
}

/** `America/Argentina/Buenos_Aires` → `América / Argentina / Buenos Aires`. */
const placeOf = (tzCode: string) =>
  tzCode
    .split('/')
    .map((part) => regions[part] ?? part.replaceAll('_', ' '))
    .join(' / ')

/** Each formatter is slow to create, so hundreds are not made at once. */
export function makeZoneEntry(tzCode: string, at: Date): ZoneEntry {
  // Formatting only the hour halves the time.
  const format = new Intl.DateTimeFormat('en', { timeZone: tzCode, timeZoneName: 'longOffset', hour: 'numeric' })
  const utc = readOffset(format.format(at))
  const name = placeOf(tzCode)
  return { tzCode, name, utc, label: `(UTC${utc}) ${name}` }
}

/** Zones known to server and browser, by place, each under one name: the browser's, or that of `current`. */
export function zoneCodes(accepted: readonly string[], current: string): string[] {
  const own = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])
  const { compare } = new Intl.Collator('es')
  const places = accepted.filter((code) => own.has(code)).map((code) => ({ code, place: placeOf(code) }))
  return places.sort((one, other) => compare(one.place, other.place)).map(({ code }) => code)
}

/** Search text of a zone; codes match with `_` or a space. */
export const searchText = ({ label, tzCode }: ZoneEntry): string =>
  `${label} ${tzCode} ${tzCode.replaceAll('_', ' ')} ${spanishCities[tzCode] ?? ''}`
