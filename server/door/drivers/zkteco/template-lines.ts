// Parses and formats the lines of templates and photos in both dialects (protocol §5.2, §6.4, §11).
import { type Template, templateTypes, type UploadedTemplate } from '../../templates.ts'
import { parseFields, parseInteger, pinPattern, splitLines } from './parse-push-lines.ts'

/** Parses the fields of a template. The words below begin a line or name its table. Null for a photo without a face. */
type Reader = (fields: Fields) => Partial<UploadedTemplate> | null
const words: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['FP', fingerOf],
  ['FINGERTMP', fingerOf],
  ['TEMPLATEV10', fingerOf],
  // Infrared faces and finger veins have their own tables besides `BIODATA`.
  ['FACE', (fields: Fields) => ({ type: templateTypes.infraredFace, number: 0, part: numberIn(fields, 'fid') })],
  [
    'FVEIN',
    (fields: Fields) => ({
      type: templateTypes.vein,
      number: numberIn(fields, 'fid'),
      part: numberIn(fields, 'index'),
    }),
  ],
  ['BIODATA', bioDataOf],
  [
    'BIOPHOTO',
    (fields: Fields) =>
      (fields.get('type') ?? '9').trim() === '9' ? { type: templateTypes.photo, number: 0, part: 0, major: 0 } : null,
  ],
])

type Fields = ReadonlyMap<string, string>

/** A value that is never valid as number or part of a template. */
const none = -1
const numberIn = (fields: Fields, key: string): number => parseInteger(fields.get(key) ?? '0') ?? none

/** A duress finger is numbered from 16 (vendor's manual of the access dialect, 7.7). */
function fingerOf(fields: Fields): Partial<UploadedTemplate> {
  const said = parseInteger(fields.get('fid') ?? fields.get('fingerid')) ?? none
  const duress = said >= 16 || fields.get('valid')?.trim() === '3'
  return { type: templateTypes.finger, number: said >= 16 ? said - 16 : said, part: 0, duress }
}

function bioDataOf(fields: Fields): Partial<UploadedTemplate> | null {
  const major = parseInteger(fields.get('majorver'))
  return {
    type: numberIn(fields, 'type'),
    number: numberIn(fields, 'no'),
    part: numberIn(fields, 'index'),
    major,
    minor: numberIn(fields, 'minorver'),
    format: numberIn(fields, 'format'),
    duress: fields.get('duress')?.trim() === '1',
  }
}

const types: readonly number[] = Object.values(templateTypes)
const numbers = 10
const parts = 64
/** Largest template or photo in bytes. */
const largest = 400_000
const isWithin = (value: number | undefined, most: number): boolean => value !== undefined && value >= 0 && value < most

/** A line begins with the kind of template, or `table` names the kind. Unreadable lines are skipped. */
export const parseTemplates = (text: string, table: string): UploadedTemplate[] =>
  splitLines(text).flatMap((line) => {
    const [, given = table, rest = line] = /^([A-Za-z]\w*)[ \t]+(?=\w+=)(.*)$/s.exec(line) ?? []
    return templateOf(given, rest) ?? []
  })

/** Parses a template. Returns null if it is truncated, disabled, or of a kind that is not stored. */
function templateOf(word: string, line: string): UploadedTemplate | null {
  const fields = parseFields(line)
  const pin = fields.get('pin')?.trim() ?? ''
  const parsed = words.get(word.toUpperCase())?.(fields)
  const text = (fields.get('tmp') ?? fields.get('template') ?? fields.get('content') ?? '').trim()
  if (!parsed || !pinPattern.test(pin) || text === '' || text.length > (largest / 3) * 4) return null
  if (fields.get('valid')?.trim() === '0') return null
  const content = Buffer.from(text, 'base64')
  // Base64 decoding skips invalid characters, so a shorter result means a damaged template.
  if (content.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) return null
  const { type = none, number = none, part = none, major = null, minor = 0, format = 0, duress = false } = parsed
  if (!types.includes(type) || !isWithin(number, numbers) || !isWithin(part, parts)) return null
  if (![major ?? 0, minor, format].every((value) => isWithin(value, 32_768))) return null
  return { pin, type, number, part, major, minor, format, duress, content }
}

const bioData = (pin: number, { type, number, part, major, minor, format, duress, content }: Template): string =>
  [
    `Pin=${pin}`,
    `No=${number}`,
    `Index=${part}`,
    'Valid=1',
    `Duress=${duress ? 1 : 0}`,
    `Type=${type}`,
    `MajorVer=${major}`,
    `MinorVer=${minor}`,
    `Format=${format}`,
    `Tmp=${content.toString('base64')}`,
  ].join('\t')

function bioPhoto(key: string, pin: number, content: Buffer): string {
  const text = content.toString('base64')
  return [
    `${key}=${pin}`,
    `Type=${templateTypes.face}`,
    `Size=${text.length}`,
    `Content=${text}`,
    'Format=0',
    'PostBackTmpFlag=1',
  ].join('\t')
}

/** Fingers have their own command, the only template command that older terminals support. */
export function formatTemplateUpdate(pin: number, template: Template): string {
  const { type, number, duress, content } = template
  if (type === templateTypes.photo) return `DATA UPDATE BIOPHOTO ${bioPhoto('PIN', pin, content)}`
  if (type !== templateTypes.finger) return `DATA UPDATE BIODATA ${bioData(pin, template)}`
  const text = content.toString('base64')
  return `DATA UPDATE FINGERTMP ${[`PIN=${pin}`, `FID=${number}`, `Size=${text.length}`, `Valid=${duress ? 3 : 1}`, `TMP=${text}`].join('\t')}`
}

/** Formats a query of templates that were made at the terminal. Photos cannot be queried. */
export const formatTemplateQuery = (pin: number, type: number): string =>
  type === templateTypes.finger ? `DATA QUERY FINGERTMP PIN=${pin}` : `DATA QUERY BIODATA Type=${type}\tPIN=${pin}`

/** Formats a command to enrol with three tries, which replaces the former template. */
export const formatEnrolment = (pin: number, type: number, number: number): string =>
  type === templateTypes.finger
    ? `ENROLL_FP PIN=${pin}\tFID=${number}\tRETRY=3\tOVERWRITE=1`
    : `ENROLL_BIO TYPE=${type}\tPIN=${pin}\tCardNo=\tRETRY=3\tOVERWRITE=1`

export function formatAccessTemplateUpdate(pin: number, template: Template): string {
  const { type, number, duress, content } = template
  if (type === templateTypes.photo) return `DATA UPDATE biophoto ${bioPhoto('PIN', pin, content)}`
  if (type !== templateTypes.finger) return `DATA UPDATE biodata ${bioData(pin, template)}`
  const text = content.toString('base64')
  return `DATA UPDATE templatev10 ${[`Pin=${pin}`, `FingerID=${number}`, `Valid=${duress ? 3 : 1}`, `Template=${text}`].join('\t')}`
}

export const formatAccessTemplateQuery = (pin: number, type: number): string =>
  type === templateTypes.finger
    ? `DATA QUERY tablename=templatev10,fielddesc=*,filter=Pin=${pin}`
    : `DATA QUERY tablename=biodata,fielddesc=*,filter=Type=${type}\tPin=${pin}`

export const formatAccessEnrolment = (pin: number, type: number, number: number): string =>
  `ENROLL_BIO type=${type}\tno=${number}\tpin=${pin}\tretry=3\toverwrite=1`
