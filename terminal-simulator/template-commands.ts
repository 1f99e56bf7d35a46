// Executes commands about fingerprints and faces, in either dialect (protocol §6.4, §11; the vendor's manuals).
import type { Device } from './device.ts'
import { makeTemplateContent, readTemplateOwner, type Template } from './templates.ts'
import { faceAlgorithmVersion } from './upload-lines.ts'

type Fields = ReadonlyMap<string, string>

const badParameter = -1
const noSuchPin = -10
const otherAlgorithm = -30
const notSupported = -1002

const fingerType = '1'
const faceType = '9'

/** Returns the value of a key in upper or lower case. */
const hasTemplate = (fields: Fields, key: string): string => {
  for (const [name, value] of fields) if (name.toLowerCase() === key) return value
  return ''
}

/** Returns the type of the templates in a table. A photo counts as face, since a face may be computed from it. */
const readType = (table: string, fields: Fields): string => {
  const name = table.toUpperCase()
  if (name === 'FINGERTMP' || name === 'TEMPLATEV10') return fingerType
  return name === 'BIOPHOTO' ? faceType : hasTemplate(fields, 'type')
}

export const templateTables = new Set(['FINGERTMP', 'TEMPLATEV10', 'BIODATA', 'BIOPHOTO'])

const readVersion = ({ firmware }: Device, type: string): number =>
  type === fingerType ? firmware.fingerVersion : faceAlgorithmVersion

export function storeSentTemplate(device: Device, table: string, fields: Fields): number {
  const pin = hasTemplate(fields, 'pin')
  const type = readType(table, fields)
  const name = table.toUpperCase()
  if (readVersion(device, type) === 0 || (name === 'BIOPHOTO' && !device.firmware.takesPhotos)) return notSupported
  if (!device.users.has(pin)) return noSuchPin
  const major = hasTemplate(fields, 'majorver')
  if (major !== '' && Number(major) !== readVersion(device, type)) return otherAlgorithm
  const content = hasTemplate(fields, 'tmp') || hasTemplate(fields, 'template') || hasTemplate(fields, 'content')
  const size = hasTemplate(fields, 'size')
  if (content === '' || (size !== '' && Number(size) !== content.length)) return badParameter
  const number = Number(hasTemplate(fields, 'fid') || hasTemplate(fields, 'fingerid') || hasTemplate(fields, 'no') || 0)
  const template: Template = {
    pin,
    kind: type === fingerType ? 'finger' : 'face',
    number,
    owner: readTemplateOwner(content),
  }
  device.templates.add(template)
  if (name === 'BIOPHOTO') device.photos.add(pin)
  if (device.firmware.ownBytes || (name === 'BIOPHOTO' && hasTemplate(fields, 'postbacktmpflag') === '1'))
    device.outbox.push(makeTemplateUpload(device, template))
  return 0
}

export const listTemplatesOfUser = (device: Device, table: string, fields: Fields): Template[] => {
  const kind = readType(table, fields) === fingerType ? 'finger' : 'face'
  return device.templates.of(hasTemplate(fields, 'pin'), kind)
}

/** Formats a template for upload, in the terminal's dialect. */
export function formatTemplateRow(
  { firmware }: Device,
  { pin, kind, number, owner }: Template,
): { table: string; line: string } {
  const content = makeTemplateContent(owner, firmware.ownBytes ? 'y' : 'x')
  const isAccess = firmware.dialect === 'access'
  if (kind === 'face') {
    const fields = `pin=${pin}\tno=0\tindex=0\tvalid=1\tduress=0\ttype=9\tmajorver=${faceAlgorithmVersion}\tminorver=3\tformat=0\ttmp=${content}`
    return isAccess ? { table: 'biodata', line: `biodata ${fields}` } : { table: 'BIODATA', line: `BIODATA ${fields}` }
  }
  return isAccess
    ? {
        table: 'templatev10',
        line: `templatev10 size=${content.length}\tuid=1\tpin=${pin}\tfingerid=${number}\tvalid=1\ttemplate=${content}\tresverd=\tendtag=`,
      }
    : {
        table: 'OPERLOG',
        line: `FP PIN=${pin}\tFID=${number}\tSize=${content.length}\tValid=1\tTMP=${content}`,
      }
}

export function makeTemplateUpload(device: Device, template: Template): { table: string; lines: string[] } {
  const { table, line } = formatTemplateRow(device, template)
  return { table, lines: [line] }
}

const cancelled = 6

/** Enrols the fingerprint or face of the person in front of the terminal. Fails if there is no person. */
export function enrolPerson(device: Device, parameters: Fields): number {
  const pin = hasTemplate(parameters, 'pin')
  const type = hasTemplate(parameters, 'type') || fingerType
  if (readVersion(device, type) === 0) return notSupported
  if (!device.users.has(pin)) return noSuchPin
  const owner = device.before
  if (owner === null) return cancelled
  const number = Number(hasTemplate(parameters, 'fid') || hasTemplate(parameters, 'no') || 0)
  const template: Template = { pin, kind: type === fingerType ? 'finger' : 'face', number, owner }
  device.templates.add(template)
  device.outbox.push(makeTemplateUpload(device, template))
  return 0
}
