import {
  type CountryCode,
  getCountries,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/mobile'
import { LRUCache } from 'lru-cache'

const fallbackCountry: CountryCode = 'DO'
const longest = 200

let countries: Map<string, CountryCode> | undefined

/** Newer JavaScript engines have a method for this, older ones a property; TypeScript knows neither. */
function listZones(country: CountryCode): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    timeZones?: string[]
    getTimeZones?: () => string[] | undefined
  } // both are optional, so the cast may be wrong without harm
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

/** Country of an IANA time zone; the Dominican Republic for zones without one (UTC). */
export function findZoneCountry(zone: string): CountryCode {
  countries ??= new Map(getCountries().flatMap((country) => listZones(country).map((each) => [each, country])))
  return countries.get(zone) ?? countries.get(resolveAlias(zone)) ?? fallbackCountry
}

/** Replaces an outdated name of a zone: `US/Eastern` becomes `America/New_York`. */
function resolveAlias(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}

/** A full cache takes a few megabytes. */
const usablePhones = new LRUCache<string, boolean>({ max: 100_000 })

/** Results are cached: parsing is slow, and each payment makes the list of unreachable clients check every client. */
export function isUsablePhone(text: string | null, country: string): boolean {
  if (!text) return false
  const key = `${country} ${text}`
  const known = usablePhones.get(key) ?? findUsablePhone(text, country) !== null
  usablePhones.set(key, known)
  return known
}

/** Outdated forms of mobile numbers: Mexico until 2019 (1, 01, 044, 045), Chile until 2013 (09), Argentina (no 9). */
const formerForms: readonly { country: CountryCode; code: string; read: (digits: string) => string | undefined }[] = [
  { country: 'MX', code: '52', read: (digits) => /^(?:52)?(?:1|01|044|045)?(\d{10})$/.exec(digits)?.[1] },
  {
    country: 'AR',
    code: '549',
    read: (digits) => {
      const [, area = '', local = ''] = /^(?:54)?9?0?(11|[23]\d{2,3})15(\d{6,8})$/.exec(digits) ?? []
      return area.length + local.length === 10 ? area + local : /^(?:54)?9?0?([123]\d{9})$/.exec(digits)?.[1]
    },
  },
  { country: 'CL', code: '56', read: (digits) => /^(?:56)?0?(9\d{8})$/.exec(digits)?.[1] },
]

function readFormerForm(part: string, defaultCountry: CountryCode): string | null {
  const digits = part.replace(/\D/g, '')
  const isInternational = /^\D*\+/.test(part)
  for (const { country, code, read } of formerForms) {
    if (isInternational ? !digits.startsWith(code.slice(0, 2)) : country !== defaultCountry) continue
    const number = parsePhoneNumberFromString(`+${code}${read(digits) ?? ''}`)
    if (number?.isValid()) return number.number
  }
  return null
}

/** Returns the first possible mobile number in the text, as `+18095550101`; local numbers belong to `country`. */
export function findUsablePhone(text: string | null, country: string): string | null {
  if (!text) return null
  const defaultCountry = isSupportedCountry(country) ? country : fallbackCountry
  const written = text.slice(0, longest)
  for (const each of [written, ...written.split(/[,;/|\n]|\s(?:y|o|e|u)\s/i)]) {
    // Treats "00" as the international prefix, as people do even in countries with another prefix.
    const part = each.replace(/^\D*00(?=\s*[1-9])/, '+')
    const number = parsePhoneNumberFromString(part, { defaultCountry })
    // A number with an extension belongs to an office and is not a mobile.
    if (number?.isValid() && !number.ext) return number.number
    const former = number?.ext ? null : readFormerForm(part, defaultCountry)
    if (former) return former
  }
  return null
}
