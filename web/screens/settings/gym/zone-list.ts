// The time zones of the world, as they are chosen from.
import { holdsWords } from '@torniquete/contract/names.ts'

export interface ZoneEntry {
  label: string
  /** IANA. */
  tzCode: string
  /** Its place: 'América / Santo Domingo'. */
  name: string
  /** Its offset at the moment: '-04:00'. */
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

/** Offsets are written 'GMT-04:00', 'UTC+8' or, malformed, '+8:00': all read as '+08:00'; without one it is '+00:00'. */
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

function entryOf(tzCode: string, at: Date): ZoneEntry {
  // With its hour alone it takes half the time, which counts where there are hundreds.
  const format = new Intl.DateTimeFormat('en', { timeZone: tzCode, timeZoneName: 'longOffset', hour: 'numeric' })
  const utc = readOffset(format.format(at))
  const name = placeOf(tzCode)
  return { tzCode, name, utc, label: `${name} (UTC${utc})` }
}

/** All zones at a moment, and `current` where it goes by another of its names. */
export function zoneList(current: string, at: Date): ZoneEntry[] {
  const codes = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])
  const { compare } = new Intl.Collator('es')
  return [...codes].map((code) => entryOf(code, at)).sort((one, other) => compare(one.label, other.label))
}

/** Each word somewhere in the entry; codes are typed with `_` for a space. */
export const matchesZone = (entry: ZoneEntry, text: string): boolean =>
  holdsWords(`${entry.label} ${entry.tzCode}`, text.replaceAll('_', ' '))
