// Lists and restores deleted rows, alike in every area.
import { z } from 'zod'
import { get, post } from './area.ts'
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

interface Rows<Id, Answer, Taken> {
  may: Allowed
  /** Name of the id in paths. */
  id: Id
  answer: Answer
  /** Errors for names that were taken since. */
  taken: readonly Taken[]
}

/** The calls of an area below its path, which is its name. */
export function deletedCalls<
  const Area extends string,
  const Id extends `id${string}`,
  Answer extends z.ZodType,
  const Taken extends ErrorName,
>(area: Area, { may, id, answer, taken }: Rows<Id, Answer, Taken>) {
  const list = get(may, `/${area}/deleted`, 'List deleted rows, the last deleted first', {
    query: pageQuery.extend({ name: nameQuery.optional() }),
    answer: listSchema(DeletedRow),
  })
  const restore = post(may, `/${area}/{${id}}/restore`, 'Restore a deleted row with all that belongs to it', {
    answer,
    errors: ['row.missing', ...taken],
  })
  // Computed properties lose their names.
  return { [`${area}.deleted`]: list, [`${area}.restore`]: restore } as Record<`${Area}.deleted`, typeof list> &
    Record<`${Area}.restore`, typeof restore>
}
