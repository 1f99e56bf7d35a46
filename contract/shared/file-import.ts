// File imports of all areas: rows are previewed, imported all or none, and can be undone together within a day.
import { z } from 'zod'
import { defineDelete, defineGet, definePost } from './define-area.ts'
import type { ErrorName } from './errors.ts'
import { adminRoles } from './roles.ts'
import { countSchema, id, timestamp } from './schemas.ts'

const ReportedRow = z.object({
  /** Row number as in the spreadsheet program, from 1. */
  row: countSchema,
  name: z.string(),
  reasons: z.array(z.string()),
})
export type ImportRowReport = z.infer<typeof ReportedRow>

/** Number of rows, and the first hundred of them. */
export const ImportRowReports = z.object({ count: countSchema, first: z.array(ReportedRow) })
export type ImportRowReports = z.infer<typeof ImportRowReports>

/** An import that was carried out. */
export const CompletedImport = z.object({
  id,
  file_name: z.string(),
  user: z.string(),
  created_at: timestamp,
  count: countSchema,
})
export type CompletedImport = z.infer<typeof CompletedImport>

/**
 * How a column is understood. `month-first`: dates with the month first; `row-count`: the column only numbers the
 * rows; `half-turned`: Excel probably exchanged day and month in some cells, so the column cannot be imported.
 */
export const columnInterpretations = ['month-first', 'row-count', 'half-turned'] as const
export type ColumnInterpretation = (typeof columnInterpretations)[number]

/** `fields` maps each importable field to its column name on screen. */
export const makeImportAnswerSchema = (fields: Readonly<Record<string, string>>) =>
  z.object({
    /** Names of sheets with content, and the index of the chosen one; a CSV file has one sheet without a name. */
    sheets: z.array(z.string()).optional(),
    sheet: countSchema.optional(),
    /** Number of the row with the column titles; rows above it are ignored. */
    titles_row: countSchema.optional(),
    columns: z.array(
      z.object({
        heading: z.string(),
        field: z.enum(Object.keys(fields)).nullable(),
        samples: z.array(z.string()),
        reading: z.enum(columnInterpretations).nullable(),
      }),
    ),
    /** Number of rows that will be created. */
    ready: countSchema,
    /** Rows that are imported with a warning or a changed value. */
    adjusted: ImportRowReports,
    /** Rows that already exist in the gym or occur twice in the file. */
    present: ImportRowReports,
    rejected: ImportRowReports,
    /** Reason why the file cannot be imported at all; null if it can. */
    refusal: z.string().nullable(),
    /** Digest of the preview; to import, it has to be sent back as `confirm`. */
    digest: z.string(),
    /** The import that was carried out; null for a preview. */
    imported: CompletedImport.nullable(),
  })
export type ImportAnswer = z.infer<ReturnType<typeof makeImportAnswerSchema>>

const LastImport = z.object({
  last: CompletedImport.nullable(),
  /** Effects of an undo at the terminals: numbers of people who become unknown users, and who are removed. */
  at_door: z.object({ return: countSchema, leave: countSchema }).optional(),
})

const unreadable = [
  'import.unreadable',
  'import.too-large',
  'import.bad-address',
  'import.too-complex',
  'import.too-slow',
  'import.busy',
] as const

/** Declares the import calls of an area. `things` names the rows in the API reference. */
export function defineImportCalls<const Area extends string, Answer extends z.ZodType, const Taken extends ErrorName>(
  area: Area,
  things: string,
  answer: Answer,
  taken: readonly Taken[],
) {
  const path = `/${area}/import` as const
  const calls = {
    bring: definePost(
      adminRoles,
      path,
      `${things} of a file, multipart field \`file\` (.xlsx or .csv): judged row by row, and written where the field \`confirm\` holds the digest of what was shown. \`columns\`: JSON, what each column is; \`sheet\`: which of an Excel file, from 0 on`,
      {
        transaction: false,
        bodyType: 'multipart',
        answer,
        errors: [...unreadable, 'import.changed', 'import.half-turned', ...taken],
      },
    ),
    rejected: definePost(adminRoles, `${path}/rejected`, 'Get the invalid rows with reasons as an Excel file', {
      transaction: false,
      bodyType: 'multipart',
      answer: 'raw',
      repeatable: true,
      errors: unreadable,
    }),
    last: defineGet(adminRoles, path, 'Get the last import that can be undone, or null', { answer: LastImport }),
    undo: defineDelete(adminRoles, `${path}/{id_import}`, 'Undo an import within a day, except rows used since', {
      answer: z.object({
        deleted: countSchema,
        kept: countSchema,
        /** Number of people who became unknown users again. */
        returned: countSchema.optional(),
      }),
      errors: ['row.missing'],
    }),
  }
  // The cast is needed because computed property names are typed as string.
  return {
    [`${area}.import`]: calls.bring,
    [`${area}.import-rejected`]: calls.rejected,
    [`${area}.last-import`]: calls.last,
    [`${area}.undo-import`]: calls.undo,
  } as Record<`${Area}.import`, typeof calls.bring> &
    Record<`${Area}.import-rejected`, typeof calls.rejected> &
    Record<`${Area}.last-import`, typeof calls.last> &
    Record<`${Area}.undo-import`, typeof calls.undo>
}
