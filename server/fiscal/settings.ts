// Fiscal settings of a gym: country, identity, and how receipts are issued.
import type { CallBody } from '@torniquete/contract/endpoints.ts'
import { wrongCheckDigitText } from '@torniquete/contract/fiscal/buyer-texts.ts'
import { findMunicipality, findProvince } from '@torniquete/contract/fiscal/do/places.ts'
import { parseTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import {
  defaultFiscalSettings,
  type FiscalCertificate,
  type FiscalIssuer,
  type FiscalSettings,
} from '@torniquete/contract/fiscal/fiscal.ts'
import { RejectedFieldsError, throwError, throwFieldRejection } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { joinAssignments, joinColumnsAndValues, sql } from '../platform/db/sql.ts'
import type { SigningCertificateStore } from './electronic/signing-certificates.ts'

type StoredSettings = Required<Omit<FiscalSettings, 'warnings' | 'certificate'>>

export const readFiscalSettings = async (tx: Transaction, gym: number): Promise<StoredSettings> =>
  (await tx.maybe<StoredSettings>(sql`
    select country, mode, prices_include_tax, tax_id, legal_name, trade_name, branch, address, municipality, province, environment,
      buyer_from::text as buyer_from, contingency_since
    from fiscal_settings where gym_id = ${gym}`)) ?? { ...defaultFiscalSettings }

/** True if a receipt was issued. Sales that are taking a number finish first; later ones wait, and see the new country. */
async function hasUsedNumbers(tx: Transaction, gym: number): Promise<boolean> {
  await tx.run(sql`select from fiscal_ranges where gym_id = ${gym} order by id for no key update`)
  return (await tx.maybe(sql`select from fiscal_ranges where gym_id = ${gym} and next > first limit 1`)) !== null
}

const listWarnings = ({ tax_id }: StoredSettings): NonNullable<FiscalSettings['warnings']> =>
  tax_id !== null && parseTaxId(tax_id)?.hasValidCheckDigit === false
    ? [{ field: 'tax_id', msg: wrongCheckDigitText }]
    : []

/** Fails unless the settings name what every receipt, or every electronic receipt, must state. */
function requireIdentity({ country, mode, municipality, province, ...settings }: StoredSettings): void {
  if (country === 'none') return
  const required = ['tax_id', 'legal_name', ...(mode === 'electronic' ? (['address'] as const) : [])] as const
  const lacking = required.filter((field) => settings[field] === null)
  if (lacking.length > 0)
    throw new RejectedFieldsError(
      lacking.map((field) => ({ type: 'missing', msg: 'Este campo es obligatorio', loc: ['body', field] })),
    )
  if (mode === 'paper') return
  const known = province === null ? null : findProvince(province)
  if (known === undefined) throwFieldRejection(['body', 'province'], 'Elige la provincia de la lista')
  if (municipality !== null && !(known && findMunicipality(known, municipality)))
    throwFieldRejection(['body', 'municipality'], 'Elige la provincia y después su municipio de la lista')
}

/** Certificate that signs electronic receipts, without its key. */
export const readCertificateDetails = (tx: Transaction, gym: number): Promise<FiscalCertificate | null> =>
  tx.maybe(sql`
    select subject, valid_until from fiscal_certificates where gym_id = ${gym} order by id desc limit 1`)

/** Fails if no electronic consumer receipt could be issued in production, because ranges of a test environment do not count. */
async function requireProductionNumbers(tx: Transaction, gym: number): Promise<void> {
  const range = await tx.maybe(sql`
    select from fiscal_ranges
    where gym_id = ${gym} and type = 'E32' and environment = 'production' and cancelled_at is null and next <= last limit 1`)
  if (!range)
    throwFieldRejection(
      ['body', 'environment'],
      'No hay un rango E32 de producción. Elige antes «En papel» y «Producción», guarda, y registra los rangos E',
    )
}

export async function changeFiscalSettings(
  tx: Transaction,
  { gym, now, certificates }: { gym: number; now: Date; certificates: SigningCertificateStore },
  { contingency, ...change }: CallBody<'fiscal.set-settings'>,
): Promise<FiscalSettings> {
  // Serialises concurrent changes of a gym that has no row yet.
  await tx.run(sql`select from gyms where id = ${gym} for no key update`)
  const before = await readFiscalSettings(tx, gym)
  const after: StoredSettings = { ...before, ...change }
  if (contingency && after.mode === 'paper')
    throwFieldRejection(['body', 'contingency'], 'La contingencia es solo para comprobantes electrónicos')
  if (contingency === false || after.mode === 'paper') after.contingency_since = null
  else if (contingency) after.contingency_since ??= now.toISOString()
  requireIdentity(after)
  const isSigning = ({ mode, contingency_since }: StoredSettings) => mode === 'electronic' && contingency_since === null
  const isInProduction = ({ mode, environment }: StoredSettings) =>
    mode === 'electronic' && environment === 'production'
  if (isInProduction(after) && !isInProduction(before)) await requireProductionNumbers(tx, gym)
  if (isSigning(after) && !isSigning(before)) await certificates.find(tx, gym, now)
  const isMoved = before.country !== 'none' && (after.country !== before.country || after.tax_id !== before.tax_id)
  if (isMoved && (await hasUsedNumbers(tx, gym))) throwError('fiscal.numbers-used')
  await tx.run(sql`
    insert into fiscal_settings ${joinColumnsAndValues({ gym_id: gym, ...after })}
    on conflict (gym_id) do update set ${joinAssignments(after)}`)
  const warnings = listWarnings(after)
  const certificate = await readCertificateDetails(tx, gym)
  return { ...after, certificate, ...(warnings.length > 0 && { warnings }) }
}

export const readIssuer = (tx: Transaction, gym: number): Promise<FiscalIssuer | null> =>
  tx.maybe(sql`
    select tax_id, legal_name, trade_name, branch, address, municipality, province
    from fiscal_settings where gym_id = ${gym} and country <> 'none'`)

/** Name of a taxpayer as last entered for a client, supplier or receipt, or as a received receipt states it. */
export const findLegalName = async (tx: Transaction, gym: number, taxId: string): Promise<string | null> =>
  (
    await tx.maybe<{ legal_name: string }>(sql`
      select legal_name from (
        select legal_name, updated_at as at from clients where gym_id = ${gym} and tax_id = ${taxId} and deleted_at is null
        union all select coalesce(legal_name, name), updated_at from suppliers where gym_id = ${gym} and tax_id = ${taxId} and deleted_at is null
        union all select buyer_name, issued_at from fiscal_receipts where gym_id = ${gym} and buyer_tax_id = ${taxId}
        union all select legal_name, received_at from received_documents where gym_id = ${gym} and tax_id = ${taxId}) known
      where legal_name is not null order by at desc limit 1`)
  )?.legal_name ?? null
