// Classifies requests by the decision table of protocol §3. Names of parameters ignore case, values do not.

import { parseInteger, splitLines } from './parse-push-lines.ts'

/** Serial number as printed on the terminal's label; case matters. */
export const serialNumberPattern = /^[A-Za-z0-9_-]{1,64}$/

/** Data that a terminal sends with the first poll after a handshake (protocol §6.1). */
type PollInfo = { firmware: string; users: number | null; ip: string | null }

type AccessCall =
  | 'handshake'
  | 'registry'
  | 'push'
  | 'control'
  | 'querydata'
  | 'rtdata'
  | 'rtlog'
  | 'rtstate'
  | 'tabledata'
  | 'authorization'

type RequestKind =
  /** `key` is the communication key as sent; '' if there is none. */
  | { kind: 'handshake'; pushver: string | null; language: number | null; key: string }
  | { kind: 'poll'; info: PollInfo | null }
  /** `table` is in upper case, or null if only the body shows it (guessUploadTable). `packed`: the body is a gzipped tar. */
  | { kind: 'upload'; table: string | null; stamp: string | null; packed: boolean }
  | { kind: 'results' }
  | { kind: 'ping' }
  | { kind: 'time' }
  | { kind: 'remote-attendance' }
  /** `command` and `type` name the query to which a `querydata` replies; '' if missing. */
  | {
      kind: 'access'
      call: AccessCall
      tableName: string | null
      pushver: string | null
      language: number | null
      command: string
      type: string
      count: number | null
    }
  | { kind: 'other' }

/** `sn` is null if it is missing or malformed; then the request is refused. */
export type TerminalRequest = { sn: string | null } & RequestKind

type Parameters = ReadonlyMap<string, string>

function parametersOf(query: URLSearchParams): Parameters {
  const parameters = new Map<string, string>()
  for (const [name, value] of query) {
    const key = name.toLowerCase()
    if (!parameters.has(key)) parameters.set(key, value)
  }
  return parameters
}

/**
 * Returns the page below /iclock/ in lower case; '' for none. Some terminals add `.aspx`, a second `/iclock` or a
 * final slash; terminals whose menu has a field for the path may omit /iclock.
 */
export function parsePageName(path: string): string {
  const lower = path.toLowerCase()
  const at = lower.lastIndexOf('/iclock/')
  const page = (at < 0 ? lower : lower.slice(at + '/iclock/'.length)).replace(/^\/+|\/+$/g, '').replace(/\.aspx$/, '')
  return at < 0 && !attendancePageNames.has(page) ? '' : page
}

const ipPattern = /^[0-9a-fA-F.:]{3,45}$/

export function parsePollInfo(text: string): PollInfo | null {
  const values = text.split(',').map((value) => value.trim())
  // The list also contains counts of fingers and passes, then versions and counts of faces.
  const [firmware = '', users, , , ip = ''] = values
  return values.length < 2 ? null : { firmware, users: parseInteger(users), ip: ipPattern.test(ip) ? ip : null }
}

const accessTables: ReadonlyMap<string, AccessCall> = new Map([
  ['RTLOG', 'rtlog'],
  ['RTSTATE', 'rtstate'],
  ['TABLEDATA', 'tabledata'],
])

const accessRequest = (call: AccessCall, parameters: Parameters): RequestKind => ({
  kind: 'access',
  call,
  tableName: parameters.get('tablename') ?? null,
  pushver: parameters.get('pushver') || null,
  language: parseInteger(parameters.get('language')),
  command: parameters.get('cmdid') ?? '',
  type: parameters.get('type')?.toLowerCase() ?? '',
  count: parseInteger(parameters.get('count')),
})

function classifyHandshake(parameters: Parameters, accepts: string): RequestKind {
  // The device type decides, not the version: attendance terminals announce versions of both generations, and send no
  // type or their own (§1). Some terminals of the access dialect send no type before they register: Accept header and
  // version together identify those (T4, T16).
  const isAccess = accepts.includes('application/push') && /^[3-9]/.test(parameters.get('pushver') ?? '')
  const mode = parameters.get('devicetype')?.toLowerCase()
  if (mode === undefined ? isAccess : mode === 'acc') return accessRequest('handshake', parameters)
  return {
    kind: 'handshake',
    pushver: parameters.get('pushver') || null,
    language: parseInteger(parameters.get('language')),
    // The US dialect uses the second spelling (§14).
    key: parameters.get('pushcommkey') || parameters.get('comkey') || '',
  }
}

function classifyData(method: string, photos: boolean, parameters: Parameters, accepts: string): RequestKind {
  const table =
    parameters.get('table')?.trim().toUpperCase() || (photos && !parameters.has('options') ? 'ATTPHOTO' : null)
  if (parameters.has('authtype')) return accessRequest('authorization', parameters)
  if (table === 'REMOTEATT') return { kind: 'remote-attendance' }
  const call = table === null ? undefined : accessTables.get(table)
  if (call) return accessRequest(call, parameters)
  if (table === null) {
    if (parameters.has('options')) return classifyHandshake(parameters, accepts)
    const type = parameters.get('type')?.toLowerCase()
    if (type === 'time') return { kind: 'time' }
    if (type !== undefined || method.toUpperCase() !== 'POST') return { kind: 'other' }
  }
  if (table === 'SELFSERVICEDATA') return { kind: 'other' }
  const opStamp = parameters.get('opstamp')
  return {
    kind: 'upload',
    table: table ?? (opStamp === undefined ? null : 'OPERLOG'),
    stamp: parameters.get('stamp') ?? opStamp ?? null,
    packed: parameters.get('contenttype')?.toLowerCase() === 'tgz',
  }
}

const accessPages: ReadonlyMap<string, AccessCall> = new Map([
  ['registry', 'registry'],
  ['push', 'push'],
  ['service/control', 'control'],
  ['querydata', 'querydata'],
  ['rtdata', 'rtdata'],
])

/** Pages that some terminals call without /iclock. */
export const attendancePageNames: ReadonlySet<string> = new Set([
  'cdata',
  'edata',
  'fdata',
  'getrequest',
  'devicecmd',
  'ping',
])

export const isKnownPage = (page: string): boolean => attendancePageNames.has(page) || accessPages.has(page)

function classifyPage(method: string, page: string, parameters: Parameters, accepts: string): RequestKind {
  const info = parameters.get('info')
  if (page === 'cdata' || page === 'edata' || page === 'fdata') {
    return classifyData(method, page === 'fdata', parameters, accepts)
  }
  if (page === 'getrequest') return { kind: 'poll', info: info === undefined ? null : parsePollInfo(info) }
  if (page === 'devicecmd') return { kind: 'results' }
  if (page === 'ping') return { kind: 'ping' }
  const call = accessPages.get(page)
  if (call) return accessRequest(call, parameters)
  return { kind: 'other' }
}

/** Accepts any method on a known path (§2.4). `path` has no query, `accepts` is the Accept header. */
export function classifyRequest(method: string, path: string, query: URLSearchParams, accepts = ''): TerminalRequest {
  const parameters = parametersOf(query)
  const sn = parameters.get('sn') ?? ''
  return {
    sn: serialNumberPattern.test(sn) ? sn : null,
    ...classifyPage(method, parsePageName(path), parameters, accepts),
  }
}

/** Guesses the table of a POST that names none (old firmware). The default is passes, so that none is lost. */
export function guessUploadTable(text: string): 'ATTLOG' | 'OPERLOG' {
  const first = splitLines(text)[0] ?? ''
  return /^(?:(?:OPLOG|USER|FP|FACE|FVEIN|USERPIC|BIOPHOTO|BIODATA)\s|PIN=)/i.test(first) ? 'OPERLOG' : 'ATTLOG'
}
