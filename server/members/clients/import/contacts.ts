// Splits cells with several phones or mails: the first is used, the rest goes to the notes.
import { findUsablePhone } from '../../../messaging/messengers/phone.ts'

export interface Contact {
  /** Null if the cell says that there is none. */
  value: string | null
  /** Rest of the cell, or ''. */
  rest: string
}

const minDigits = 7
/** A number with its country code has at most this many digits. */
const maxDigits = 15
const nothing =
  /^(?:no|ningun[oa]?|sin|desconocid[oa]|se desconoce|pendiente|n\/?[ad])(?:$|\s*(?:tiene|hay|posee|aplica|usa|dio|sabe|cel|tel|correo|mail|e-?mail|n[uú]mero|datos)\b.*)$/i
const between = /\s*(?:[,;/|\n]|:::|\s-\s|\s(?:y|o|e|u)\s)\s*/i
/** Longest text that the patterns examine; their time grows with its square. */
const maxLength = 160
/** Labels beside a phone that carry no information: `Cel.`, `WhatsApp`. */
const labels =
  /^(?:(?:cel(?:ular)?|tel(?:[eé]fono)?|m[oó]vil|whats ?app|wsp|wpp|ws|casa|phone|mobile|tlf|n[uú]mero|no|n[º°])[\s.:]*)*$/i
const number = /\+?\(?\d[\d\s().-]*\d/g

const countDigits = (text: string) => text.replace(/\D/g, '').length

/** `8095550101 8295550102` → both; splits at the blank that makes the halves most alike. */
function splitTwo(text: string): string[] {
  if (countDigits(text) <= maxDigits) return [text]
  const blanks = [...text.matchAll(/[\s-]+/g)].map(({ index }) => [text.slice(0, index), text.slice(index)] as const)
  const fair = blanks.filter((parts) => parts.every((part) => countDigits(part) >= minDigits))
  const uneven = ([one, other]: readonly [string, string]) => Math.abs(countDigits(one) - countDigits(other))
  const [best] = fair.sort((one, other) => uneven(one) - uneven(other))
  return best ? best.map((part) => part.replace(/^[\s-]+|[\s-]+$/g, '')) : [text]
}

/** Removes separators left around the text. */
const trimSigns = (text: string): string => text.replace(/^(?:[\s,;:/|-]|[yoeu]\s)+|(?:[\s,;:/|-]|\s[yoeu])+$/gi, '')

/**
 * `809-555-0101 / 829-555-0102` → the first usable number, and the rest. A single number stays as written; `country`
 * is the gym's.
 */
export function readPhones(whole: string, country: string): Contact {
  const text = whole.slice(0, maxLength)
  if (nothing.test(text) && countDigits(text) < minDigits) return { value: null, rest: '' }
  const parts = text.split(between).flatMap((part) => [...part.matchAll(number)].flatMap(([found]) => splitTwo(found)))
  const numbers = parts.filter((part) => countDigits(part) >= minDigits)
  const value = numbers.find((each) => findUsablePhone(each, country)) ?? numbers[0]
  if (!value || value === text) return { value: whole, rest: '' }
  const rest = trimSigns(text.replace(value, ' ').replace(/\s+/g, ' ')) + whole.slice(maxLength)
  return { value, rest: labels.test(rest) ? '' : rest }
}

/** `Ana Mota <ana@ejemplo.do>`, `mailto:ana@ejemplo.do`, two mails in a cell. */
export function readMails(whole: string): Contact {
  const text = whole.slice(0, 2 * maxLength)
  if (nothing.test(text) && !text.includes('@')) return { value: null, rest: '' }
  const mails = [...new Set(text.match(/[^\s<>"(),;:/|[\]]+@[^\s<>"(),;:/|[\]]+/g) ?? [])]
  const [value, ...others] = mails
  return value ? { value: value.replace(/\.$/, ''), rest: others.join(', ') } : { value: whole, rest: '' }
}
