// Decision table of protocol §3. Parameter names ignore case, values do not.

import { parseInteger, splitLines } from './push-lines.ts'

/** Serial number on the terminal's label; case-sensitive. */
export const serialNumberPattern = /^[A-Za-z0-9_-]{1,64}$/

/** Data of the first poll after a handshake (protocol §6.1). */
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
  /** `key`: communication key as sent; '' for none. */
  | { kind: 'handshake'; pushver: string | null; language: number | null; key: string }
  | { kind: 'poll'; info: PollInfo | null }
  /** `table`: upper case, null if only the body tells (`guessTable`). `packed`: the body is a gzipped tar. */
  | { kind: 'upload'; table: string | null; stamp: string | null; packed: boolean }
  | { kind: 'results' }
  | { kind: 'ping' }
  | { kind: 'time' }
  | { kind: 'remote-attendance' }
  /** `command` and `type`: the query that a `querydata` answers; '' if missing. */
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

/** `sn` is null if missing or malformed; then nothing else of the request is trusted. */
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
 * The page below /iclock/ in lower case; '' for none. Some terminals write `cdata.aspx`, `/iclock/iclock/…` or a
 * final slash; terminals whose menu asks for a path may write none.
 */
export function parsePageName(path: string): string {
  const lower = path.toLowerCase()
  const at = lower.lastIndexOf('/iclock/')
  const page = (at < 0 ? lower : lower.slice(at + '/iclock/'.length)).replace(/^\/+|\/+$/g, '').replace(/\.aspx$/, '')
  return at < 0 && !attendancePages.has(page) ? '' : page
}

const ipPattern = /^[0-9a-fA-F.:]{3,45}$/

export function parsePollInfo(text: string): PollInfo | null {
  const values = text.split(',').map((value) => value.trim())
  // Also counts of fingers and passes, then versions and counts of faces.
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
  // The mode decides, not the version: attendance terminals announce versions of both generations, and name no mode
  // or theirs (§1). Some of the access dialect name no mode before they register: they are recognised by Accept
  // header and version together (T4, T16).
  const isAccess = accepts.includes('application/push') && /^[3-9]/.test(parameters.get('pushver') ?? '')
  const mode = parameters.get('devicetype')?.toLowerCase()
  if (mode === undefined ? isAccess : mode === 'acc') return accessRequest('handshake', parameters)
  return {
    kind: 'handshake',
    pushver: parameters.get('pushver') || null,
    language: parseInteger(parameters.get('language')),
    // The second spelling is the US dialect's (§14).
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

/** These pages are also called without /iclock. */
export const attendancePages: ReadonlySet<string> = new Set([
  'cdata',
  'edata',
  'fdata',
  'getrequest',
  'devicecmd',
  'ping',
])

export const isKnownPage = (page: string): boolean => attendancePages.has(page) || accessPages.has(page)

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

/** Any method is accepted on a known path (§2.4). `path` is without query, `accepts` is the Accept header. */
export function classifyRequest(method: string, path: string, query: URLSearchParams, accepts = ''): TerminalRequest {
  const parameters = parametersOf(query)
  const sn = parameters.get('sn') ?? ''
  return {
    sn: serialNumberPattern.test(sn) ? sn : null,
    ...classifyPage(method, parsePageName(path), parameters, accepts),
  }
}

/** The table of a POST that names none (old firmware). Passes are the default, so that they are kept. */
export function guessTable(text: string): 'ATTLOG' | 'OPERLOG' {
  const first = splitLines(text)[0] ?? ''
  return /^(?:(?:OPLOG|USER|FP|FACE|FVEIN|USERPIC|BIOPHOTO|BIODATA)\s|PIN=)/i.test(first) ? 'OPERLOG' : 'ATTLOG'
}
