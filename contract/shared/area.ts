// Declares the calls of an area.
import { z } from 'zod'
import type { Endpoint, showsEveryArea } from './endpoint.ts'
import type { RecordedTable } from './history-field-names.ts'
import type { Allowed } from './roles.ts'
import { idInAddress, shortIdInAddress } from './shapes.ts'

/** Names of the ids in a path: `id_client` and `id_other` of `/clients/{id_client}/merge/{id_other}`. */
type IdName<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Extract<Name, `id${string}`> | IdName<Rest>
  : never
type IdParams<Path, Rest> = Rest extends { params: z.ZodObject }
  ? unknown
  : [IdName<Path>] extends [never]
    ? unknown
    : { params: z.ZodObject<Record<IdName<Path>, typeof idInAddress>> }

function listIdParams(path: string): { params?: z.ZodObject } {
  // Gyms have 32-bit ids.
  const id = path.startsWith('/gyms/') ? shortIdInAddress : idInAddress
  const names = [...path.matchAll(/\{(id\w*)\}/g)].map(([, name = '']) => [name, id])
  return names.length > 0 ? { params: z.object(Object.fromEntries(names)) } : {}
}

const define =
  <const Method extends Endpoint['method']>(method: Method, status: Endpoint['status'] = 200) =>
  <
    const May extends Allowed,
    const Path extends Endpoint['path'],
    const Rest extends Omit<Endpoint, 'method' | 'status' | 'may' | 'path' | 'summary'>,
  >(
    may: May,
    path: Path,
    summary: string,
    rest: Rest,
  ) =>
    // Names in a path are types, which RegExp loses.
    ({ method, status, may, path, summary, ...listIdParams(path), ...rest }) as unknown as IdParams<Path, Rest> &
      Rest & { method: Method; may: May; path: Path; summary: string }

export const get = define('GET')
export const post = define('POST')
/** A POST that makes a row: 201. */
export const create = define('POST', 201)
export const put = define('PUT')
/** DELETE, which is a reserved word in lower case. */
export const remove = define('DELETE')

/** Declares an area: calls, defaults for what they show and change, and recorded tables. Keeps the types of the rows. */
export function area<
  const Calls extends Record<string, Endpoint>,
  const Tables extends Record<string, RecordedTable> = Record<never, never>,
>(
  calls: Calls,
  {
    shows,
    changes,
    // An area without recorded tables.
    history = {} as Tables,
  }: { shows?: readonly string[] | typeof showsEveryArea; changes?: readonly string[]; history?: Tables } = {},
): { calls: Calls; history: Tables } {
  const related = (row: Endpoint) => {
    if (row.method === 'GET') return shows && !row.shows ? { ...row, shows } : row
    return changes && !row.changes ? { ...row, changes } : row
  }
  // Object.fromEntries loses the names.
  return {
    calls: Object.fromEntries(Object.entries(calls).map(([name, row]) => [name, related(row)])) as Calls,
    history,
  }
}
