import { isZone } from '@torniquete/contract/shared/dates.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { now } from '../../../api/server-clock.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { ChoiceField } from '../../../kit/ChoiceField.tsx'
import { useMatching } from '../../../kit/use-matching.ts'
import { makeZoneEntry, searchText, type ZoneEntry, zoneCodes } from './zone-list.ts'

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
