// Declares the calls of an area.
import { z } from 'zod'
import type { Endpoint, everyAreaMarker } from './endpoint.ts'
import type { RecordedTableTexts } from './history-field-labels.ts'
import type { AllowedRoles } from './roles.ts'
import { idInPath, int32IdInPath } from './schemas.ts'

/** Id names in a path: `id_client` and `id_other` of `/clients/{id_client}/merge/{id_other}`. */
type IdName<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Extract<Name, `id${string}`> | IdName<Rest>
  : never
type IdParams<Path, Rest> = Rest extends { params: z.ZodObject }
  ? unknown
  : [IdName<Path>] extends [never]
    ? unknown
    : { params: z.ZodObject<Record<IdName<Path>, typeof idInPath>> }

function listIdParams(path: string): { params?: z.ZodObject } {
  // Gym ids are 32-bit, other ids 64-bit.
  const id = path.startsWith('/gyms/') ? int32IdInPath : idInPath
  const names = [...path.matchAll(/\{(id\w*)\}/g)].map(([, name = '']) => [name, id])
  return names.length > 0 ? { params: z.object(Object.fromEntries(names)) } : {}
}

const define =
  <const Method extends Endpoint['method']>(method: Method, status: Endpoint['status'] = 200) =>
  <
    const May extends AllowedRoles,
    const Path extends Endpoint['path'],
    const Rest extends Omit<Endpoint, 'method' | 'status' | 'may' | 'path' | 'summary'>,
  >(
    may: May,
    path: Path,
    summary: string,
    rest: Rest,
  ) =>
    // The cast is needed because the RegExp does not keep the parameter names of the path as types.
    ({ method, status, may, path, summary, ...listIdParams(path), ...rest }) as unknown as IdParams<Path, Rest> &
      Rest & { method: Method; may: May; path: Path; summary: string }

export const defineGet = define('GET')
export const definePost = define('POST')
/** Declares a POST that creates a row and responds with status 201. */
export const defineCreate = define('POST', 201)
export const definePut = define('PUT')
/** Declares a DELETE; the function is named `remove` because `delete` is a reserved word. */
export const defineDelete = define('DELETE')

/** Declares an area: its calls, defaults for their `shows` and `changes`, and its tables recorded in the history. */
export function defineArea<
  const Calls extends Record<string, Endpoint>,
  const Tables extends Record<string, RecordedTableTexts> = Record<never, never>,
>(
  calls: Calls,
  {
    shows,
    changes,
    // An area has no recorded tables by default.
    history = {} as Tables,
  }: { shows?: readonly string[] | typeof everyAreaMarker; changes?: readonly string[]; history?: Tables } = {},
): { calls: Calls; history: Tables } {
  const related = (row: Endpoint) => {
    if (row.method === 'GET') return shows && !row.shows ? { ...row, shows } : row
    return changes && !row.changes ? { ...row, changes } : row
  }
  // The cast is needed because Object.fromEntries types every key as string.
  return {
    calls: Object.fromEntries(Object.entries(calls).map(([name, row]) => [name, related(row)])) as Calls,
    history,
  }
}
