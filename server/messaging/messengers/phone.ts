// Phone numbers as people write them, as channels need them.
import {
  type CountryCode,
  getCountries,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/mobile'

const fallbackCountry: CountryCode = 'DO'
const longest = 200

let countries: Map<string, CountryCode> | undefined

/** Newer engines answer by a method what older ones have as a property; neither is in the language's types. */
function zonesOf(country: CountryCode): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    timeZones?: string[]
    getTimeZones?: () => string[] | undefined
  } // both optional, so nothing is claimed
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

/** The country of an IANA time zone; of one that belongs to none (UTC), the Dominican Republic. */
export function countryOf(zone: string): CountryCode {
  countries ??= new Map(getCountries().flatMap((country) => zonesOf(country).map((each) => [each, country])))
  return countries.get(zone) ?? countries.get(presentName(zone)) ?? fallbackCountry
}

/** `US/Eastern` is `America/New_York` today. */
function presentName(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}

/** Texts that are remembered, at most twice as many: some megabytes. */
const mostKnown = 50_000

/**
 * Whether a text holds a usable number, read once for as long as it is remembered: reading is slow, and a list of whom no
 * message reaches asks for all of a gym's clients anew whenever one of them pays.
 */
export class KnownPhones {
  #known = new Map<string, boolean>()
  /** Whoever is not asked for while as many others are is forgotten. */
  #former: ReadonlyMap<string, boolean> = new Map()
  readonly #read: typeof usablePhone

  constructor(read = usablePhone) {
    this.#read = read
  }

  isUsable(text: string | null, country: string): boolean {
    if (!text) return false
    const key = `${country} ${text}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const usable = this.#former.get(key) ?? this.#read(text, country) !== null
    if (this.#known.size >= mostKnown) {
      this.#former = this.#known
      this.#known = new Map()
    }
    this.#known.set(key, usable)
    return usable
  }
}

/**
 * Mobiles as people keep them where the number rules changed: Mexico with the 1, 01, 044 or 045 of before 2019, Argentina without
 * the 9 that calls from abroad need, Chile with the 09 of before 2013. `digits` may begin with the country's code.
 */
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

/** A number with a country's code is read by that country's rules, any other by those of the gym's. */
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

/**
 * The first number in the text that can be a mobile's, in international form: `+18095550101`. One without a country
 * code is of the given country.
 */
export function usablePhone(text: string | null, country: string): string | null {
  if (!text) return null
  const defaultCountry = isSupportedCountry(country) ? country : fallbackCountry
  const written = text.slice(0, longest)
  for (const each of [written, ...written.split(/[,;/|\n]|\s(?:y|o|e|u)\s/i)]) {
    // "00" is how most of the world dials abroad, also where the gym's own country dials otherwise.
    const part = each.replace(/^\D*00(?=\s*[1-9])/, '+')
    const number = parsePhoneNumberFromString(part, { defaultCountry })
    // An extension is an office's.
    if (number?.isValid() && !number.ext) return number.number
    const former = number?.ext ? null : readFormerForm(part, defaultCountry)
    if (former) return former
  }
  return null
}
