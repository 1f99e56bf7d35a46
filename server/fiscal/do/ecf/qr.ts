// Address in the QR code of an electronic receipt. It opens the page of DGII about that receipt.
import type { environments } from '@torniquete/contract/fiscal/fiscal.ts'
import type { ElectronicReceipt } from './document.ts'
import { isSentAsSummary } from './summary.ts'
import { formatDay, formatInstant } from './xml.ts'

export type FiscalEnvironment = (typeof environments)[number]

/** Path of the environment, the same on both hosts of DGII. */
export const environmentPaths: Record<FiscalEnvironment, string> = {
  test: 'testecf',
  certification: 'certecf',
  production: 'ecf',
}

export function makeQrAddress(
  receipt: ElectronicReceipt,
  environment: FiscalEnvironment,
  securityCode: string,
): string {
  const path = environmentPaths[environment]
  const shared = { RncEmisor: receipt.issuer.taxId, ENCF: receipt.ncf, MontoTotal: receipt.totals.total }
  if (isSentAsSummary(receipt))
    return `https://fc.dgii.gov.do/${path}/consultatimbrefc?${encodeQuery({ ...shared, CodigoSeguridad: securityCode })}`
  const { RncEmisor, ENCF, MontoTotal } = shared
  const query = encodeQuery({
    RncEmisor,
    RncComprador: receipt.buyer?.taxId ?? null,
    ENCF,
    FechaEmision: formatDay(receipt.issuedOn),
    MontoTotal,
    FechaFirma: formatInstant(receipt.signedAt),
    CodigoSeguridad: securityCode,
  })
  return `https://ecf.dgii.gov.do/${path}/consultatimbre?${query}`
}

/** Parameters without a value are left out. Blanks become `%20`, which URLSearchParams would write as `+`. */
const encodeQuery = (values: Record<string, string | null>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&')
