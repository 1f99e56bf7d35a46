// The way to the tax office: a certified provider if one is configured, otherwise DGII itself.
import type { Services } from '../../services.ts'
import type { Carrier } from '../do/carrier/carrier.ts'
import { DgiiCarrier } from '../do/carrier/dgii-carrier.ts'
import { ProviderCarrier } from '../do/carrier/provider-carrier.ts'

export const openCarrier = ({ config, clock }: Pick<Services, 'config' | 'clock'>): Carrier =>
  config.FISCAL_PROVIDER_URL && config.FISCAL_PROVIDER_TOKEN
    ? new ProviderCarrier(config.FISCAL_PROVIDER_URL, config.FISCAL_PROVIDER_TOKEN)
    : new DgiiCarrier(config.DGII_URL, clock)
