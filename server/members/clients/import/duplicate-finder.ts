import { clientColumns } from '@torniquete/contract/members/client-import.ts'
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { countDays } from '../../../platform/file-import/parse-cells.ts'
import { RowRefusals } from '../../../platform/file-import/row-refusals.ts'
import type { RowResult } from '../../../platform/file-import/validate-rows.ts'
import type { ExistingGymData, ImportedMembershipPeriod, ImportedPerson, NewClientRow } from './client-row-types.ts'
import { normalizeCardNumber, normalizeName } from './link-to-terminals.ts'

/** First day after a period. */
const getEnd = ({ start_date, duration_days }: ImportedMembershipPeriod): string => addDays(start_date, duration_days)

/** Joins two periods into one that starts with the first, with the plan of the one that ends last. */
function extendPeriod(first: ImportedMembershipPeriod, next: ImportedMembershipPeriod): ImportedMembershipPeriod {
  const last = getEnd(first) > getEnd(next) ? first : next
  const { start_date } = first
  return { ...last, start_date, duration_days: countDays(start_date, addDays(getEnd(last), -1)) }
}

/** Joins periods that touch. Periods that are over are dropped if a later one is still running. */
function joinPeriods(periods: readonly ImportedMembershipPeriod[], today: string): ImportedMembershipPeriod[] {
  const joined: ImportedMembershipPeriod[] = []
  for (const period of periods.toSorted((one, other) => (one.start_date < other.start_date ? -1 : 1))) {
    const before = joined.at(-1)
    if (before && period.start_date <= getEnd(before)) joined[joined.length - 1] = extendPeriod(before, period)
    else joined.push(period)
  }
  const running = joined.filter((period) => getEnd(period) > today)
  return running.length > 0 ? running : joined.slice(-1)
}

/** Maximum number of candidates with an equal name, phone or mail that are compared, to limit the time. */
const maxCompared = 200
/** Phones with fewer digits must be equal; in longer ones the country code may be missing. */
const minPhoneDigits = 7

const traits = ['id_zkteco', 'card_number', 'birth_date', 'phone_number', 'email'] as const
type Trait = (typeof traits)[number]
type Traits = Record<Trait, string | null>

const readTraits = (person: ImportedPerson, isPinTyped = true): Traits => ({
  id_zkteco: isPinTyped && person.id_zkteco !== null ? String(person.id_zkteco) : null,
  card_number: person.card_number && normalizeCardNumber(person.card_number),
  birth_date: person.birth_date,
  phone_number: (person.phone_number ?? '').replace(/\D/g, '') || null,
  email: person.email?.toLowerCase() || null,
})

/** True for two spellings of one phone number, such as `8095550101` and `+1 809 555 0101`. */
const isSamePhone = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= minPhoneDigits && (one.endsWith(other) || other.endsWith(one)))

/** True if a field is equal in two rows, undefined if it is empty in one of them. */
function agreesOn(trait: Trait, one: Traits, other: Traits): boolean | undefined {
  const [mine, theirs] = [one[trait], other[trait]]
  if (mine === null || theirs === null) return undefined
  return trait === 'phone_number' ? isSamePhone(mine, theirs) : mine === theirs
}

/** Decides whether two rows with the same name are one person: by PIN and card, then birthday, then phone and mail. */
function isSame(one: Traits, other: Traits): boolean {
  const [pin, card, born, phone, mail] = traits.map((trait) => agreesOn(trait, one, other))
  if (pin || card) return true
  if (pin === false || card === false || born === false) return false
  return born || phone || mail || (phone !== false && mail !== false)
}

/** Person with whom a row is compared: a client, a staff member, or an earlier row of the file. */
interface Candidate {
  name: string
  traits: Traits
  who: object
  earlier: NewClientRow | null
  /** Error for another row with the same PIN or card. */
  taken: string
}

export class DuplicateFinder {
  readonly #today: string
  readonly #byName = new Map<string, Candidate[]>()
  readonly #byTrait = new Map<string, Candidate[]>()

  constructor({ clients, staff, today }: ExistingGymData) {
    this.#today = today
    for (const client of clients) {
      const shared = { name: client.name, who: client, earlier: null, taken: `Ya es de ${client.name}` }
      const candidate = { ...shared, traits: readTraits(client, client.is_pin_typed) }
      addToIndex(this.#byName, normalizeName(client.name), candidate)
      this.#index(candidate, readTraits(client))
      for (const former of client.former)
        addToIndex(this.#byName, normalizeName(former.name), {
          ...shared,
          traits: { ...readTraits(former), id_zkteco: null },
        })
    }
    for (const [pin, name] of staff) {
      const person = { name, id_zkteco: pin, card_number: null, phone_number: null, email: null, birth_date: null }
      const taken = `Ya es de ${name}, del personal`
      this.#index({ name, traits: readTraits(person), who: person, earlier: null, taken })
    }
  }

  classify(row: NewClientRow): RowResult<NewClientRow> {
    const own = readTraits(row)
    const named = this.#byName.get(normalizeName(row.name)) ?? []
    const likeliest = findMostAgreeing(
      named.filter((each) => isSame(own, each.traits)),
      own,
    )
    const [same] = likeliest
    if (same) {
      if (likeliest.length > 1 && likeliest.some(({ earlier }) => earlier))
        return {
          reasons: [`Hay ${likeliest.length} de ese nombre, y no se sabe de cuál es: escribe su teléfono o su número`],
        }
      return { present: same.earlier ? this.#join(row, own, same, same.earlier) : 'Ya es cliente', name: row.name }
    }
    const refusals = new RowRefusals(clientColumns)
    for (const field of ['id_zkteco', 'card_number'] as const) {
      const [holder] = this.#holders(field, own)
      if (holder) refusals.add(field, holder.taken)
    }
    if (refusals.reasons.length > 0) return { reasons: refusals.reasons }
    const remarks = this.#remarks(own, named)
    const candidate = { name: row.name, traits: own, who: row, earlier: row, taken: `Ya está en la fila ${row.row}` }
    addToIndex(this.#byName, normalizeName(row.name), candidate)
    this.#index(candidate)
    return { row, adjusted: remarks }
  }

  #index(candidate: Candidate, all = candidate.traits): void {
    for (const trait of traits) {
      const key = makeKey(trait, all)
      if (key !== null) addToIndex(this.#byTrait, key, candidate)
    }
  }

  #holders(trait: Trait, own: Traits): Candidate[] {
    const key = makeKey(trait, own)
    const alike = key === null ? [] : (this.#byTrait.get(key) ?? [])
    return trait === 'phone_number' ? alike.filter((each) => agreesOn(trait, own, each.traits)) : alike
  }

  /** Adds to an earlier row of the same person the fields that it lacks, and the paid days. */
  #join(row: NewClientRow, own: Traits, candidate: Candidate, earlier: NewClientRow): string {
    const before = JSON.stringify(earlier)
    for (const field of [...traits, 'address', 'notes'] as const) {
      const isTaken = (field === 'id_zkteco' || field === 'card_number') && this.#holders(field, own).length > 0
      if (earlier[field] === null && !isTaken) Object.assign(earlier, { [field]: row[field] })
    }
    earlier.periods = joinPeriods([...earlier.periods, ...row.periods], this.#today)
    Object.assign(candidate.traits, readTraits(earlier))
    this.#index(candidate)
    return JSON.stringify(earlier) === before ? `Repite la fila ${earlier.row}` : `Se suma a la fila ${earlier.row}`
  }

  #remarks(own: Traits, named: readonly Candidate[]): string[] {
    const remarks: string[] = []
    const [namesake] = named
    const where = namesake?.earlier ? `otro en la fila ${namesake.earlier.row}` : 'un cliente'
    if (namesake) remarks.push(`Hay ${where} con ese nombre y otros datos`)
    for (const field of ['phone_number', 'email'] as const) {
      const holder = this.#holders(field, own).find(({ earlier }) => earlier === null)
      const isShort = field === 'phone_number' && (own.phone_number?.length ?? 0) < minPhoneDigits
      if (holder && !isShort) remarks.push(`${clientColumns[field]}: también es de ${holder.name}`)
    }
    return remarks
  }
}

/** Returns the candidates who agree with the row in the most fields; several if they agree in equally many. */
function findMostAgreeing(same: readonly Candidate[], own: Traits): Candidate[] {
  const rated = same.map((candidate) => ({
    candidate,
    points: traits.filter((trait) => agreesOn(trait, own, candidate.traits)).length,
  }))
  const most = Math.max(...rated.map(({ points }) => points))
  const best = rated.flatMap(({ candidate, points }) => (points === most ? candidate : []))
  return [...new Map(best.map((candidate) => [candidate.who, candidate])).values()]
}

function makeKey(trait: Trait, own: Traits): string | null {
  const value = own[trait]
  if (value === null || trait === 'birth_date') return null
  return `${trait} ${trait === 'phone_number' ? value.slice(-minPhoneDigits) : value}`
}

function addToIndex(map: Map<string, Candidate[]>, key: string, candidate: Candidate): void {
  const all = map.get(key)
  if (!all) map.set(key, [candidate])
  else if (all.length < maxCompared && !all.includes(candidate)) all.push(candidate)
}
