// Monthly reports: answers, text files and Excel files.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import {
  formatMonthlyFile,
  formatMonthlyFileName,
  type MonthlyReportCode,
  type MonthlyReportRow,
} from '@torniquete/contract/fiscal/do/monthly-files.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import type { ListChunkRange } from '../../platform/db/paged-lists.ts'
import type { AreaHandlers, GymCall, OwnTransactionHandlers } from '../../platform/http/handler-types.ts'
import type { Services } from '../../services.ts'
import { readIssuer } from '../settings.ts'
import { readPurchasesReport } from './purchases-report.ts'
import { parseReportMonth, type ReportMonth } from './report-month.ts'
import { readSalesReport } from './sales-report.ts'
import { readVoidedReport } from './voided-report.ts'

const readers = { 606: readPurchasesReport, 607: readSalesReport, 608: readVoidedReport } as const

type ReportCall = Pick<GymCall<EndpointName>, 'tx' | 'gym' | 'zone' | 'today' | 'country'> & {
  query: { month?: string | undefined }
}

/** Reads a report; fails if the gym issues no fiscal receipts. */
function readReport<Code extends MonthlyReportCode>(code: Code, call: ReportCall): ReturnType<(typeof readers)[Code]> {
  if (call.country === 'none') throwError('fiscal.off')
  // The cast is needed because TypeScript does not relate the reader to its code.
  const read = readers[code] as (tx: Transaction, month: ReportMonth) => ReturnType<(typeof readers)[Code]>
  return read(call.tx, parseReportMonth(call))
}

/** Rows of a chunk, numbered by their place in the report. */
const takeChunk = <Row extends object>(
  rows: readonly Row[],
  { after, most }: ListChunkRange,
): (Row & { id: number })[] =>
  rows.map((row, index) => ({ ...row, id: index + 1 })).slice(after ?? 0, (after ?? 0) + most)

type ReportName = Extract<EndpointName, `fiscal.${string}-report` | `fiscal.${string}-export`>

export const reportHandlers: Pick<AreaHandlers<'fiscal'>, ReportName> = {
  'fiscal.purchases-report': (call) => readReport(606, call),
  'fiscal.sales-report': (call) => readReport(607, call),
  'fiscal.voided-report': (call) => readReport(608, call),
  'fiscal.purchases-export': async (call) => takeChunk((await readReport(606, call)).rows, call.chunk),
  'fiscal.sales-export': async (call) => takeChunk((await readReport(607, call)).rows, call.chunk),
  'fiscal.voided-export': async (call) => takeChunk((await readReport(608, call)).rows, call.chunk),
  'fiscal.consumer-export': async (call) => {
    const { consumer } = (await readReport(607, call)).summary
    return takeChunk(consumer ? [consumer] : [], call.chunk)
  },
}

export const reportFileHandlers = ({
  database,
}: Pick<Services, 'database'>): Pick<OwnTransactionHandlers, 'fiscal.report-file'> => ({
  'fiscal.report-file': async ({ reply, ...call }) => {
    const code = Number(call.params.code) as MonthlyReportCode // checked by the schema
    const { file, name } = await database.read({ gym: call.gym, user: call.user.id }, async (tx) => {
      const [issuer, { month, rows }] = await Promise.all([readIssuer(tx, call.gym), readReport(code, { ...call, tx })])
      const taxId = issuer?.tax_id ?? throwError('fiscal.off')
      // The cast is needed because the rows of the three reports differ.
      const fields = rows as readonly MonthlyReportRow<MonthlyReportCode>[]
      return {
        file: formatMonthlyFile(code, { taxId, month, rows: fields }),
        name: formatMonthlyFileName(code, taxId, month),
      }
    })
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .send(file)
  },
})
