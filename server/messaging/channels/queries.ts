import type { EmailSettings } from '@torniquete/contract/messaging/channels.ts'
import type { MessageChannel } from '@torniquete/contract/messaging/outbox.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { joinAssignments, joinColumnsAndValues, sql } from '../../platform/db/sql.ts'

interface SealedChannel {
  sealed: Buffer | null
  key_name: string | null
}
export type StoredEmailChannel = EmailSettings & SealedChannel & { channel: 'email' }
export interface StoredWhatsappChannel extends SealedChannel {
  channel: 'whatsapp'
  phone_id: string
}
export type StoredChannel = StoredEmailChannel | StoredWhatsappChannel

/** Context for encryption: a secret sealed for one channel cannot be opened as that of another channel. */
export const formatSealContext = (gym: number, channel: MessageChannel): string => `channel ${gym} ${channel}`

const columns = sql`channel, host, port, security, username, sender, phone_id, sealed, key_name`

export const lockChannels = (tx: Transaction, gym: number): Promise<StoredChannel[]> =>
  tx.many(sql`select ${columns} from message_channels where gym_id = ${gym} for no key update`)

/** Reads the channels like `lockChannels`, but does not wait for a transaction that is changing them. */
export const readChannelsWithoutLock = (tx: Transaction, gym: number): Promise<StoredChannel[]> =>
  tx.many(sql`select ${columns} from message_channels where gym_id = ${gym}`)

export const readGymAndPlatformChannels = async (
  { platform }: Pick<Database, 'platform'>,
  gym: number,
): Promise<(StoredChannel & { owner: number })[]> =>
  (await platform.query<StoredChannel & { owner: number }>('select * from list_channels($1)', [gym])).rows

export const saveChannel = (tx: Transaction, gym: number, { channel, ...row }: StoredChannel): Promise<number> =>
  tx.run(sql`
    insert into message_channels ${joinColumnsAndValues({ gym_id: gym, channel, ...row })}
    on conflict (gym_id, channel) do update set ${joinAssignments(row)}`)

/** Ends a pause, since the setting that may have caused it has just been changed. */
export const endChannelPause = (tx: Transaction, turns: string): Promise<number> =>
  tx.run(sql`update channel_turns set next_at = clock_timestamp() where channel = ${turns}`)

/** True if the installation has only one gym, which may therefore use the internal network. */
export const hasSingleGym = async ({ platform }: Pick<Database, 'platform'>): Promise<boolean> =>
  (
    await platform.query<{ only: boolean }>(
      'select count(*) <= 1 as only from gyms where id > 0 and deleted_at is null',
    )
  ).rows[0]?.only ?? false
