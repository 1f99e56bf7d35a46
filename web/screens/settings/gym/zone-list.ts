// The world's time zones for the choice field.
import { spanishCities } from './spanish-cities.ts'

export interface ZoneEntry {
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
