import type { DiskAndBackupStatus } from '@torniquete/contract/admin/backup.ts'
import type { SetupGuide } from '@torniquete/contract/admin/setup-guide.ts'
import { arePasswordsSentUnencrypted } from '../../config.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import type { Services } from '../../services.ts'
import { readSetupGuide } from './queries.ts'

export function setupGuideHandlers(
  { channels, config }: Pick<Services, 'channels' | 'config'>,
  readInstallation: (tx: Transaction, now: Date) => Promise<DiskAndBackupStatus>,
): AreaHandlers<'guide'> {
  /** A test message that was sent finishes the step only while the gym has a channel for messages. */
  const read = async (tx: Transaction, gym: number): Promise<SetupGuide> => {
    const [guide, { whatsapp, email }] = await Promise.all([readSetupGuide(tx, gym), channels.of(gym)])
    const done = guide.done.filter((step) => step !== 'messages' || whatsapp || email)
    return { ...guide, done, plain_http: arePasswordsSentUnencrypted(config) }
  }
  return {
    'guide.read': async ({ tx, gym, now }) => {
      const [guide, installation] = await Promise.all([read(tx, gym), readInstallation(tx, now)])
      return { ...guide, installation }
    },
    'guide.update': async ({ tx, gym, body }) => {
      const { put_away = null, printed = null } = body
      await tx.run(sql`
    insert into gym_guides as g (gym_id, put_away, printed) values (${gym}, coalesce(${put_away}, false), coalesce(${printed}, false))
    on conflict (gym_id) do update
      set put_away = coalesce(${put_away}, g.put_away), printed = coalesce(${printed}, g.printed)`)
      return read(tx, gym)
    },
  }
}
