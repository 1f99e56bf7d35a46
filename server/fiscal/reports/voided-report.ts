// Form 608: numbers that were taken out of use without a document in a month.
import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import { isReportedSql, type ReportMonth } from './report-month.ts'

type VoidedReport = CallAnswer<'fiscal.voided-report'>

export async function readVoidedReport(
  tx: Transaction,
  { gym, month, first, next }: ReportMonth,
): Promise<VoidedReport> {
  const rows = await tx.many<VoidedReport['rows'][number]>(sql`
    select ncf, voided_on as date, kind, json_build_object('kind', 'voided_number', 'id', id) as document
    from fiscal_voided_numbers where gym_id = ${gym} and ${isReportedSql(sql`fiscal_voided_numbers`)} and voided_on >= ${first}::date and voided_on < ${next}::date
    order by voided_on, ncf collate "C"`)
  return { month, rows, summary: { count: rows.length, amount: '0.00', tax: '0.00' }, missing: [] }
}
