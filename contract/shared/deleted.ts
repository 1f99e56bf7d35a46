// Lists and restores deleted rows, alike in every area.
import { z } from 'zod'
import type { ErrorName } from './errors.ts'
import type { Allowed } from './roles.ts'
import { id, listSchema, named, nameQuery, pageQuery, timestamp } from './shapes.ts'

export const DeletedRow = z.object({
  id,
  name: z.string(),
  deleted_at: timestamp,
  /** Null for the product or the platform. */
  user: named.nullable(),
})
export type DeletedRow = z.infer<typeof DeletedRow>

/** `things` names them in the API reference. */
export const defineDeletedList = <Path extends `/${string}/deleted`>(path: Path, may: Allowed, things: string) =>
  ({
    method: 'GET',
    may,
    path,
    summary: `Deleted ${things}, the last deleted first; by name where one is given`,
    query: pageQuery.extend({ name: nameQuery.optional() }),
    answer: listSchema(DeletedRow),
  }) as const

/** `errors` are those for taken names. */
export const defineRestore = <
  Path extends `/${string}/restore`,
  Params extends z.ZodObject,
  Answer extends z.ZodType,
  const Errors extends readonly ErrorName[],
>(
  path: Path,
  may: Allowed,
  summary: string,
  params: Params,
  answer: Answer,
  errors: Errors,
) => ({ method: 'POST', may, path, summary, params, answer, errors: ['row.missing', ...errors] }) as const
