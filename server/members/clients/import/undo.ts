import { restoreUnknownUsers } from '../../../door/queries.ts'
import type { Transaction } from '../../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../../platform/db/sql.ts'
import type { UndoImport } from '../../../platform/file-import/undo-import.ts'
import { isMerged } from '../merge/queries.ts'
import { splitIntoBatches } from './queries.ts'

/** Condition on client `c` of an import (`m`): nothing happened since, apart from photos. */
const isUntouched = (gym: number): Statement => sql`
  (c.deleted_at is null
    -- A photo that came with others is no work with them.
    and c.version = 1 + m.renumbered + (select count(*) + count(*) filter (where o.undone) from imported_photos o where o.gym_id = ${gym} and o.id_client = c.id)
    and not exists (select from membership_payments p where p.gym_id = ${gym} and p.id_client = c.id and (m.id_payment is null or p.id > m.id_payment))
    and not exists (select from attendances a where a.gym_id = ${gym} and a.id_client = c.id and a.undone_at is null)
    and not c.door_blocked and not c.door_removed
    and not exists (select from pauses s where s.gym_id = ${gym} and s.id_client = c.id and s.undone_at is null)
    and not exists (select from sales s where s.gym_id = ${gym} and s.id_client = c.id)
    and not exists (select from client_merges k where k.gym_id = ${gym} and k.id_kept = c.id and k.undone_at is null))`

export const undoImport: UndoImport = async (tx, gym, id, now) => {
  const brought = await tx.many<{ id: number }>(sql`
    select id_client as id from imported_clients where gym_id = ${gym} and id_import = ${id} order by id_client`)
  const deleted: number[] = []
  for (const part of splitIntoBatches(brought)) {
    const gone = await tx.many<{ id: number }>(sql`
      update clients c set deleted_at = ${now} from imported_clients m
      where m.gym_id = ${gym} and m.id_import = ${id} and m.id_client = any(${part.map(({ id }) => id)}::bigint[])
        and c.gym_id = ${gym} and c.id = m.id_client and ${isUntouched(gym)}
      returning c.id`)
    deleted.push(...gone.map((client) => client.id))
  }
  const returned = await restoreUnknownUsers(tx, gym, deleted)
  const { left } = await tx.one<{ left: number }>(sql`
    select count(*)::integer as left from imported_clients m join clients c on c.gym_id = m.gym_id and c.id = m.id_client
    where m.gym_id = ${gym} and m.id_import = ${id} and (c.deleted_at is null or ${isMerged(sql`c`)})`)
  return { deleted: deleted.length, kept: left, ...(returned > 0 && { returned }) }
}

export async function readUndoEffects(tx: Transaction, gym: number, id: number) {
  const at_door = await tx.one<{ return: number; leave: number }>(sql`
    select (count(*) filter (where is_former))::integer as return, (count(*) filter (where not is_former))::integer as leave
    from (
      select bool_or(t.former is not null) as is_former
      from imported_clients m join clients c on c.gym_id = m.gym_id and c.id = m.id_client
        join terminal_users t on t.gym_id = c.gym_id and t.pin = c.id_zkteco and 'c' || c.id in ((t.held).holder, (t.sent).holder)
      where m.gym_id = ${gym} and m.id_import = ${id} and ${isUntouched(gym)}
      group by c.id) people`)
  return { at_door }
}
