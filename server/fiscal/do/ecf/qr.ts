// Address in the QR code of an electronic receipt. It opens the page of DGII about that receipt.
import type { dgiiEnvironments } from '@torniquete/contract/fiscal/fiscal.ts'
import type { ElectronicReceipt } from './document.ts'
import { isSentAsSummary } from './summary.ts'
import { formatDgiiDay, formatDgiiInstant } from './xml.ts'

export type FiscalEnvironment = (typeof dgiiEnvironments)[number]

/** Path of the environment, the same on both hosts of DGII. */
export const dgiiEnvironmentPaths: Record<FiscalEnvironment, string> = {
  test: 'testecf',
  certification: 'certecf',
  production: 'ecf',
}

export function makeQrAddress(
  receipt: ElectronicReceipt,
  environment: FiscalEnvironment,
  securityCode: string,
): string {
  const path = dgiiEnvironmentPaths[environment]
  const shared = { RncEmisor: receipt.issuer.taxId, ENCF: receipt.ncf, MontoTotal: receipt.totals.total }
  if (isSentAsSummary(receipt))
    return `https://fc.dgii.gov.do/${path}/consultatimbrefc?${encodeQuery({ ...shared, CodigoSeguridad: securityCode })}`
  return makeVerificationAddress(environment, {
    issuerTaxId: receipt.issuer.taxId,
    buyerTaxId: receipt.buyer?.taxId ?? null,
    ncf: receipt.ncf,
    issuedOn: receipt.issuedOn,
    total: receipt.totals.total,
    signedAt: formatDgiiInstant(receipt.signedAt),
    securityCode,
  })
}

/** Page of DGII about a receipt that was sent completely. */
export function makeVerificationAddress(
  environment: FiscalEnvironment,
  stamp: {
    issuerTaxId: string
    buyerTaxId: string | null
    ncf: string
    issuedOn: string
    total: string
    /** As written in the receipt. */
    signedAt: string
    securityCode: string
  },
): string {
  const query = encodeQuery({
    RncEmisor: stamp.issuerTaxId,
    RncComprador: stamp.buyerTaxId,
    ENCF: stamp.ncf,
    FechaEmision: formatDgiiDay(stamp.issuedOn),
    MontoTotal: stamp.total,
    FechaFirma: stamp.signedAt,
    CodigoSeguridad: stamp.securityCode,
  })
  return `https://ecf.dgii.gov.do/${dgiiEnvironmentPaths[environment]}/consultatimbre?${query}`
}

/** Parameters without a value are left out. Blanks become `%20`, which URLSearchParams would write as `+`. */
const encodeQuery = (values: Record<string, string | null>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&')
