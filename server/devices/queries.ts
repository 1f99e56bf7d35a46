import type { Device, DeviceStatus, UnknownDevice } from '@torniquete/contract/devices.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { columnsAndValues, sql, updateOf } from '../db/sql.ts'
import { pendingByDevice } from '../door/queries.ts'

/** A terminal as stored; whether it is connected is known by the door's presence. */
export type DeviceRow = Omit<Device, 'connected'>

const device = sql`select id, name, sn, delay, last_seen from devices`

export const listDevices = (tx: Transaction, gym: number): Promise<DeviceRow[]> =>
  tx.many(sql`${device} where gym_id = ${gym} order by fold(name), id`)

export const readDevice = (tx: Transaction, gym: number, id: number): Promise<DeviceRow | null> =>
  tx.maybe(sql`${device} where gym_id = ${gym} and id = ${id}`)

/** Locked until the end of the transaction, to be judged and changed. */
export const lockDevice = (tx: Transaction, gym: number, id: number): Promise<DeviceRow | null> =>
  tx.maybe(sql`${device} where gym_id = ${gym} and id = ${id} for no key update`)

/** Whether its number is registered to it: another gym may have had it when its own came back. */
export const isRegistered = async (tx: Transaction, gym: number, id: number): Promise<boolean> =>
  (await tx.maybe(sql`select from serial_numbers where gym_id = ${gym} and id_device = ${id}`)) !== null

export const listUnknownDevices = (tx: Transaction): Promise<UnknownDevice[]> =>
  tx.many(sql`select sn, first_seen, last_seen from unknown_devices order by last_seen desc, sn limit 100`)

export const insertDevice = async (tx: Transaction, gym: number, row: object): Promise<number> =>
  (await tx.one<{ id: number }>(sql`insert into devices ${columnsAndValues({ gym_id: gym, ...row })} returning id`)).id

export const updateDevice = (tx: Transaction, gym: number, id: number, change: object): Promise<number> =>
  tx.run(updateOf('devices', change, sql`gym_id = ${gym} and id = ${id}`))

export const deleteDevice = (tx: Transaction, gym: number, id: number): Promise<number> =>
  tx.run(sql`delete from devices where gym_id = ${gym} and id = ${id}`)

export const listStatus = (tx: Transaction, gym: number, today: string): Promise<DeviceStatus[]> =>
  tx.many(sql`
    select d.id, d.firmware, d.push_version, d.last_seen, d.clock_offset, coalesce(p.pending, 0) as pending
    from devices d left join (${pendingByDevice(gym, today)}) p on p.id = d.id
    where d.gym_id = ${gym} order by fold(d.name), d.id`)
