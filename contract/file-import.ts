// Rows that come in a file of another system: first shown, one by one, then written, all or nothing, and undone as one act
// within a day. What the rows are, each area says.
import { z } from 'zod'
import type { ErrorName } from './errors.ts'
import { admins } from './roles.ts'
import { id, idInAddress, timestamp } from './shapes.ts'

const ReportedRow = z.object({
  /** As the file's own program counts them, from 1 on. */
  row: z.number().int(),
  name: z.string(),
  reasons: z.array(z.string()),
})
export type ReportedRow = z.infer<typeof ReportedRow>

/** What may become of a row that is probably of somebody who is there already. */
export const rowChoices = ['complete', 'add', 'skip'] as const
export type RowChoice = (typeof rowChoices)[number]
const RowChoice = z.enum(rowChoices)

/** What a person says of such rows: of each kind of them altogether, and of single ones by their number. */
export const RowChoices = z.object({
  kinds: z.record(z.string().max(20), RowChoice),
  rows: z.record(z.string().regex(/^[1-9]\d{0,5}$/), RowChoice),
})
export type RowChoices = z.infer<typeof RowChoices>

/** Rows that are told by name, the first hundred of them. */
export const ReportedRows = z.object({ count: z.number().int(), first: z.array(ReportedRow) })
export type ReportedRows = z.infer<typeof ReportedRows>

/** What somebody brought in, and how much of it. */
export const ImportAct = z.object({
  id,
  file_name: z.string(),
  user: z.string(),
  created_at: timestamp,
  count: z.number().int(),
})
export type ImportAct = z.infer<typeof ImportAct>

/**
 * How a column is read that could be read in two ways, as one of its cells shows and none denies; or that it seems to count the rows.
 * `half-turned`: Excel probably exchanged day and month of the cells that it made days of, and a person has to say whether
 * they are `days-turned` or `days-kept`.
 */
export const columnReadings = [
  'month-first',
  'decimal-comma',
  'row-count',
  'half-turned',
  'days-turned',
  'days-kept',
] as const
export type ColumnReading = (typeof columnReadings)[number]

/** Answers to `half-turned`, for each column from the left; null where nothing was asked. */
export const DayReadings = z.array(z.enum(['days-turned', 'days-kept']).nullable())
export type DayReadings = z.infer<typeof DayReadings>

/** `fields`: what a column may be, as people call it. */
export const importAnswer = (fields: Readonly<Record<string, string>>) =>
  z.object({
    /** The sheets of an Excel file that hold anything, and the place of the one that is read, from 0 on; a CSV has one without a name. */
    sheets: z.array(z.string()).optional(),
    sheet: z.number().int().optional(),
    /** Where the titles stand, as the file's own program counts: neither they nor what stands above is brought in. */
    titles_row: z.number().int().optional(),
    columns: z.array(
      z.object({
        heading: z.string(),
        field: z.enum(Object.keys(fields)).nullable(),
        samples: z.array(z.string()),
        reading: z.enum(columnReadings).nullable(),
        /** A day of a column that is half turned, as the file holds it, by which it is asked. */
        turned_day: z.string().nullable(),
      }),
    ),
    /** How many would be brought in: made, or what they say added to who is there. */
    ready: z.number().int(),
    /** Those of them that are brought in otherwise than they stand, and how: a second phone goes to the notes. */
    adjusted: ReportedRows,
    /** Those that are there already, or stand in the file twice. */
    present: ReportedRows,
    /** Those that cannot be taken as they stand, and why. */
    rejected: ReportedRows,
    /** Why nothing can be taken; null where something can. */
    refusal: z.string().nullable(),
    /** Of what would be made; to be sent back as `confirm`. */
    digest: z.string(),
    /** What was made; null as long as it is only shown. */
    imported: ImportAct.nullable(),
  })
export type ImportAnswer = z.infer<ReturnType<typeof importAnswer>>

/** How far a file has come that is judged or written now. */
export const ImportProgress = z.object({
  doing: z.enum(['judging', 'writing']),
  done: z.number().int(),
  all: z.number().int(),
})
export type ImportProgress = z.infer<typeof ImportProgress>

const LastImport = z.object({
  last: ImportAct.nullable(),
  /** What undoing it changes at the terminals: how many people become unknown there again, and how many are taken off. */
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

/** The calls of what comes in files, below `path`. `things`: what they are, for the reference. */
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
      summary: `${things} of a file, multipart field \`file\` (.xlsx or .csv): judged row by row, and written where the field \`confirm\` holds the digest of what was shown. \`columns\`: JSON, what each column is; \`sheet\`: which of an Excel file, from 0 on; \`choices\`: JSON, what becomes of rows that are probably there already`,
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
    progress: {
      may: admins,
      method: 'GET',
      path: `${path}/progress`,
      transaction: false,
      summary: 'How far the gym’s file has come that this server judges or writes; null where there is none',
      answer: z.object({ progress: ImportProgress.nullable() }),
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
        /** Of how many what was added was taken back; they were there before. */
        restored: z.number().int().optional(),
        /** How many were on a terminal before, and are unknown people there again. */
        returned: z.number().int().optional(),
      }),
      errors: ['row.missing'],
    },
  }) as const
