import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import { parseReceiptNumber } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import { parseTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import { throwError, throwFieldRejection } from '@torniquete/contract/shared/errors.ts'
import { isRoleAllowed, superAdminOnly } from '@torniquete/contract/shared/roles.ts'
import { sql } from '../platform/db/sql.ts'
import type { AreaHandlers } from '../platform/http/handler-types.ts'
import { refuseFutureDay } from '../platform/http/parse-request.ts'
import type { Services } from '../services.ts'
import { editReceivedReceipt } from './purchase-receipts/queries.ts'
import { cancelRange, confirmRangeNextNumber, createRange, listRanges } from './ranges.ts'
import { reportHandlers } from './reports/handlers.ts'
import {
  changeFiscalSettings,
  findLegalName,
  readCertificateDetails,
  readFiscalSettings,
  readIssuer,
} from './settings.ts'

type VoidedNumber = CallAnswer<'fiscal.void-number'>

export const fiscalHandlers = ({ certificates }: Pick<Services, 'certificates'>): AreaHandlers<'fiscal'> => ({
  'fiscal.settings': async ({ tx, gym, user }) => {
    const settings = await readFiscalSettings(tx, gym)
    if (isRoleAllowed(user.role, superAdminOnly))
      return { ...settings, certificate: await readCertificateDetails(tx, gym) }
    const { country, mode, prices_include_tax, contingency_since } = settings
    return { country, mode, prices_include_tax, ...(contingency_since && { contingency_since }) }
  },

  'fiscal.set-settings': ({ tx, gym, clock, body }) =>
    changeFiscalSettings(tx, { gym, now: clock(), certificates }, body),

  'fiscal.issuer': ({ tx, gym }) => readIssuer(tx, gym),

  'fiscal.buyer': async ({ tx, gym, params }) => {
    const tax_id = parseTaxId(params.tax_id)?.digits ?? throwError('row.missing')
    return { tax_id, legal_name: await findLegalName(tx, gym, tax_id) }
  },

  'fiscal.ranges': ({ tx, gym, today }) => listRanges(tx, gym, today),

  'fiscal.create-range': ({ tx, gym, today, body }) => createRange(tx, gym, today, body),

  'fiscal.cancel-range': ({ tx, gym, today, params }) => cancelRange(tx, gym, today, params.id),

  'fiscal.confirm-range': ({ tx, gym, today, params, body }) =>
    confirmRangeNextNumber(tx, { gym, today, id: params.id, next: body.next }),

  ...reportHandlers,

  'fiscal.edit-received': ({ tx, gym, today, country, params, body }) => {
    if (country === 'none') throwError('fiscal.off')
    return editReceivedReceipt(tx, { gym, today, ...params }, body)
  },

  'fiscal.void-number': async ({ tx, gym, today, country, body }) => {
    if (country === 'none') throwError('fiscal.off')
    const ncf = body.ncf.toUpperCase()
    const number = parseReceiptNumber(ncf) ?? throwFieldRejection(['body', 'ncf'], 'Debe ser un NCF como B0200000001')
    refuseFutureDay('date', body.date, today)
    // Sales that are taking a number of this type finish first.
    await tx.run(sql`
      select from fiscal_ranges where gym_id = ${gym} and type = ${number.type} order by id for no key update`)
    const voided = await tx.maybe<VoidedNumber>(sql`
      insert into fiscal_voided_numbers (gym_id, ncf, environment, kind, voided_on)
      select gym_id, ${ncf}, own.environment, ${body.kind}, ${body.date ?? today}
      from fiscal_settings s, lateral (select case
        when ${number.type} like 'B%' then 'paper' when s.mode = 'paper' then 'production' else s.environment end as environment) own
      where gym_id = ${gym} and not exists (
        select from fiscal_receipts r where r.gym_id = s.gym_id and r.ncf = ${ncf} and r.environment = own.environment)
      returning id, ncf, kind, voided_on as date`)
    return voided ?? throwError('fiscal.number-used')
  },

  'fiscal.delete-voided-number': async ({ tx, gym, params }) => {
    const deleted = await tx.run(sql`delete from fiscal_voided_numbers where gym_id = ${gym} and id = ${params.id}`)
    if (deleted === 0) throwError('row.missing')
  },
})
