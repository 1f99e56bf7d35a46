// API calls that list and restore deleted rows, the same in every area.
import { z } from 'zod'
import { defineGet, definePost } from './define-area.ts'
import type { ErrorName } from './errors.ts'
import type { AllowedRoles } from './roles.ts'
import { id, idAndName, makeListSchema, nameFilter, pageQuery, timestamp } from './schemas.ts'

export const DeletedRow = z.object({
  id,
  name: z.string(),
  deleted_at: timestamp,
  /** User who deleted the row; null if Torniquete or the platform did. */
  user: idAndName.nullable(),
})
export type DeletedRow = z.infer<typeof DeletedRow>

interface Rows<Id, Answer, Taken> {
  may: AllowedRoles
  /** Name of the id parameter in the path. */
  id: Id
  answer: Answer
  /** Errors if the name or number of the deleted row was given to another row in the meantime. */
  taken: readonly Taken[]
}

/** Declares the two calls of an area; the path equals the area's name. */
export function defineDeletedRowCalls<
  const Area extends string,
  const Id extends `id${string}`,
  Answer extends z.ZodType,
  const Taken extends ErrorName,
>(area: Area, { may, id, answer, taken }: Rows<Id, Answer, Taken>) {
  const list = defineGet(may, `/${area}/deleted`, 'List deleted rows, the last deleted first', {
    query: pageQuery.extend({ name: nameFilter.optional() }),
    answer: makeListSchema(DeletedRow),
  })
  const restore = definePost(may, `/${area}/{${id}}/restore`, 'Restore a deleted row with all that belongs to it', {
    answer,
    errors: ['row.missing', ...taken],
  })
  // The cast is needed because computed property names are typed as string.
  return { [`${area}.deleted`]: list, [`${area}.restore`]: restore } as Record<`${Area}.deleted`, typeof list> &
    Record<`${Area}.restore`, typeof restore>
}
