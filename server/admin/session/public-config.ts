import type { PublicConfig } from '@torniquete/contract/admin/session.ts'
import type { Config } from '../../config.ts'
import { version } from '../../platform/version.ts'

export const makePublicConfig = (config: Config): PublicConfig => ({
  landing_url: config.LANDING_URL ?? '/landing',
  support_email: config.SUPPORT_EMAIL ?? null,
  support_phone: config.SUPPORT_PHONE ?? null,
  support_address: config.SUPPORT_ADDRESS ?? null,
  version,
})
