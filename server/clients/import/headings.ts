// Which column is what: by what people and programs call it, in Spanish and English.
import type { ImportField } from '@torniquete/contract/client-import.ts'
import { foldName } from '@torniquete/contract/names.ts'
import { isMonthFirst, textOf } from './cells.ts'
import type { Row } from './read-table.ts'

const words: Record<ImportField, string> = {
  name: 'nombre|nombres|nombre completo|nombre y apellido|nombre y apellidos|nombres y apellidos|apellidos y nombres|nombre del cliente|nombre cliente|nombre del socio|cliente|socio|miembro|afiliado|alumno|usuario|persona|name|full name|first name|given name|client|client name|customer|customer name|member|member name',
  middle_name: 'segundo nombre|middle name',
  last_name: 'apellido|apellidos|primer apellido|apellido paterno|paterno|last name|surname|family name|lastname',
  second_last_name: 'segundo apellido|apellido materno|materno|second last name',
  id_zkteco:
    'numero|num|no|n|nro|n de socio|n socio|n cliente|id|codigo|cod|pin|numero de cliente|numero de socio|no de socio|no socio|codigo de cliente|codigo de socio|codigo cliente|id cliente|id socio|id de usuario|id usuario|matricula|numero en el dispositivo|numero de huella|id zkteco|user id|userid|member id|client id|customer id|number|enroll number|ac no|badge|badge number|emp no|person id',
  card_number:
    'tarjeta|n tarjeta|numero de tarjeta|no de tarjeta|no tarjeta|tarjeta rfid|rfid|llavero|carnet|carne|card|card number|card no|cardno|card id',
  phone_number:
    'telefono|telefonos|tel|tlf|telefono 1|celular|cel|movil|telefono celular|telefono movil|numero de telefono|numero de celular|no telefono|whatsapp|contacto|phone|phone number|phone 1|mobile|mobile phone|cell|cell phone|cellphone',
  email:
    'correo|correos|correo electronico|email|e mail|mail|direccion de correo|email address|e mail address|correo e',
  birth_date:
    'fecha de nacimiento|fecha nacimiento|nacimiento|fecha nac|fec nac|f nacimiento|f nac|fdn|cumpleanos|cumple|fecha de cumpleanos|birthday|birth date|birthdate|date of birth|dob|born',
  address: 'direccion|domicilio|calle|residencia|address|street|street address|home address',
  plan: 'plan|membresia|tipo de membresia|tipo membresia|tipo de plan|tipo|paquete|plan contratado|servicio|membership|membership type|membership plan|package|subscription',
  start_date:
    'inicio|fecha de inicio|fecha inicio|fecha inicial|desde|inscripcion|fecha de inscripcion|fecha inscripcion|ingreso|fecha de ingreso|fecha ingreso|alta|fecha de alta|fecha de pago|ultimo pago|fecha ultimo pago|fecha de registro|start|start date|from|joined|join date|joining date|registration date|last payment',
  expires:
    'vencimiento|fecha de vencimiento|fecha vencimiento|vence|vence el|fecha vence|fecha de corte|expira|expira el|expiracion|fecha de expiracion|fecha expiracion|caduca|caducidad|hasta|fin|fecha de fin|fecha fin|fecha final|termina|valido hasta|vigencia|vigente hasta|proximo pago|fecha proximo pago|expiry|expiry date|expiration|expiration date|expires|expires on|end|end date|valid until|valid to|until|to|due date|next payment',
  notes: 'notas|nota|observaciones|observacion|obs|comentarios|comentario|notes|note|comments|comment|remarks',
}

const fieldOf = new Map(
  Object.entries(words).flatMap(([field, all]) => all.split('|').map((word) => [word, field as ImportField] as const)), // its own keys
)

/** `Teléfono (WhatsApp):` → `telefono whatsapp`; `N.º` → `n`. */
const spoken = (heading: string): string =>
  foldName(heading.replace(/[ºª°]/g, ''))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** In so many rows the titles are looked for: above them stand the gym's name, a month, nothing. */
const lookedAt = 25

export interface Headings {
  /** Its place among the rows; below it stand people. */
  at: number
  titles: string[]
  /** From the left. */
  fields: (ImportField | null)[]
  /** Of each column: whether its days are written with the month first. */
  monthFirst: boolean[]
}

function fieldsOf(row: Row): (ImportField | null)[] {
  const taken = new Set<ImportField>()
  const fields = row.map((cell) => {
    const heading = spoken(textOf(cell))
    const field = fieldOf.get(heading) ?? fieldOf.get(heading.replace(/ (whatsapp|socio|cliente|member)$/, ''))
    if (!field || taken.has(field)) return null
    taken.add(field)
    return field
  })
  return fields
}

/** The row that has a name's title, or more titles than any other; the first where there are none. `given`: what a person said of each column. */
export function findHeadings(rows: readonly Row[], given: readonly (ImportField | null)[] | null): Headings {
  const scores = rows.slice(0, lookedAt).map((row) => {
    const fields = fieldsOf(row)
    const known = fields.filter((field) => field !== null).length
    return { fields, score: known === 0 ? 0 : known + (fields.includes('name') ? 100 : 0) }
  })
  const best = scores.reduce((most, each, at) => (each.score > (scores[most]?.score ?? 0) ? at : most), 0)
  const width = Math.max(...rows.slice(best, best + lookedAt).map((row) => row.length))
  const titles = Array.from({ length: width }, (_, at) => textOf(rows[best]?.[at]))
  const guessed = scores[best]?.fields ?? []
  const below = rows.slice(best + 1)
  return {
    at: best,
    titles,
    fields: titles.map((_, at) => (given ? (given[at] ?? null) : (guessed[at] ?? null))),
    monthFirst: titles.map((_, at) => isMonthFirst(below.map((row) => row[at]))),
  }
}
