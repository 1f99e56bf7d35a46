// Imports of any area: preview row by row, all or nothing, undone as one act within a day.
import { z } from 'zod'
import type { ErrorName } from './errors.ts'
import { admins } from './roles.ts'
import { id, idInAddress, timestamp } from './shapes.ts'

const ReportedRow = z.object({
  /** Row number in the file's program, from 1. */
  row: z.number().int(),
  name: z.string(),
  reasons: z.array(z.string()),
})
export type ReportedRow = z.infer<typeof ReportedRow>

/** Number of rows, and the first hundred. */
export const ReportedRows = z.object({ count: z.number().int(), first: z.array(ReportedRow) })
export type ReportedRows = z.infer<typeof ReportedRows>

/** A finished import. */
export const ImportAct = z.object({
  id,
  file_name: z.string(),
  user: z.string(),
  created_at: timestamp,
  count: z.number().int(),
})
export type ImportAct = z.infer<typeof ImportAct>

/**
 * Reading of an ambiguous column of days, or that a column just numbers the rows. `half-turned`: Excel probably
 * exchanged day and month of some cells, so the column cannot be imported as it is.
 */
export const columnReadings = ['month-first', 'row-count', 'half-turned'] as const
export type ColumnReading = (typeof columnReadings)[number]

/** `fields` are the column names on screen. */
export const importAnswer = (fields: Readonly<Record<string, string>>) =>
  z.object({
    /** Sheets with content, and the index of the chosen one; a CSV has one without a name. */
    sheets: z.array(z.string()).optional(),
    sheet: z.number().int().optional(),
    /** Row of the titles; rows above are ignored. */
    titles_row: z.number().int().optional(),
    columns: z.array(
      z.object({
        heading: z.string(),
        field: z.enum(Object.keys(fields)).nullable(),
        samples: z.array(z.string()),
        reading: z.enum(columnReadings).nullable(),
      }),
    ),
    /** Rows to be created. */
    ready: z.number().int(),
    /** Rows imported with a remark or a change. */
    adjusted: ReportedRows,
    /** Rows that exist already, in the gym or the file. */
    present: ReportedRows,
    /** Invalid rows. */
    rejected: ReportedRows,
    /** Reason why nothing can be imported, or null. */
    refusal: z.string().nullable(),
    /** To be sent as `confirm`. */
    digest: z.string(),
    /** Null for a preview. */
    imported: ImportAct.nullable(),
  })
export type ImportAnswer = z.infer<ReturnType<typeof importAnswer>>

const LastImport = z.object({
  last: ImportAct.nullable(),
  /** Effects of an undo at the terminals: people who become unknown, and people removed. */
  at_door: z.object({ return: z.number().int(), leave: z.number().int() }).optional(),
})

const unreadable = [
  'import.unreadable',
  'import.too-large',
  'import.bad-address',
  'import.too-complex',
  'import.too-slow',
  'import.busy',
] as const

/** Calls of an import below `path`. `things` names the rows in the API reference. */
export const importCalls = <Path extends `/${string}/import`, Answer extends z.ZodType, const Taken extends ErrorName>(
  path: Path,
  things: string,
  answer: Answer,
  taken: readonly Taken[],
) =>
  ({
    import: {
      may: admins,
      method: 'POST',
      path,
      transaction: false,
      summary: `${things} of a file, multipart field \`file\` (.xlsx or .csv): judged row by row, and written where the field \`confirm\` holds the digest of what was shown. \`columns\`: JSON, what each column is; \`sheet\`: which of an Excel file, from 0 on`,
      bodyType: 'multipart',
      answer,
      errors: [...unreadable, 'import.changed', 'import.half-turned', ...taken],
    },
    rejected: {
      may: admins,
      method: 'POST',
      path: `${path}/rejected`,
      transaction: false,
      summary: 'The rows of the same file that cannot be taken, as an Excel file with their reasons, to be mended',
      bodyType: 'multipart',
      answer: 'raw',
      repeatable: true,
      errors: unreadable,
    },
    last: {
      may: admins,
      method: 'GET',
      path,
      summary: 'The last import that can still be undone; null where there is none',
      answer: LastImport,
    },
    undo: {
      may: admins,
      method: 'DELETE',
      path: `${path}/{id_import}`,
      summary: `Undo an import within a day: its ${things.toLowerCase()} are deleted, but for those with which something happened since`,
      params: z.object({ id_import: idInAddress }),
      answer: z.object({
        deleted: z.number().int(),
        kept: z.number().int(),
        /** People who are unknown users again. */
        returned: z.number().int().optional(),
      }),
      errors: ['row.missing'],
    },
  }) as const
