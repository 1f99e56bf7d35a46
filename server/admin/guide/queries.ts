// Finds the setup steps that a new gym has finished, from its stored rows.
import { type SetupGuide, type SetupStep, setupSteps } from '@torniquete/contract/admin/setup-guide.ts'
import { dailyPlanName, importedPlanName } from '@torniquete/contract/members/memberships.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'

type Row = Record<SetupStep, boolean> & Pick<SetupGuide, 'put_away'>

export async function readSetupGuide(tx: Transaction, gym: number): Promise<Omit<SetupGuide, 'plain_http'>> {
  const row = await tx.one<Row>(sql`
    select coalesce(g.put_away, false) as put_away, coalesce(g.printed, false) as print,
      i.logo_path is not null and coalesce(i.phone_number, i.address) is not null as gym,
      exists (select from memberships m where m.gym_id = ${gym} and m.deleted_at is null and m.price > 0
        and m.name not in (${dailyPlanName}, ${importedPlanName})) as plans,
      exists (select from devices d where d.gym_id = ${gym} and d.last_seen is not null) as terminal,
      exists (select from clients c where c.gym_id = ${gym} and c.deleted_at is null and not c.is_anonymous) as people,
      -- every new gym has one user, its owner
      (select count(*) > 1 from users u where u.gym_id = ${gym} and u.deleted_at is null) as staff,
      coalesce(g.tested, false) as messages
    from gym_info i left join gym_guides g on g.gym_id = i.gym_id
    where i.gym_id = ${gym}`)
  return { put_away: row.put_away, done: setupSteps.filter((step) => row[step]) }
}

export const markTestMessageSent = (tx: Transaction, gym: number): Promise<number> =>
  tx.run(sql`
    insert into gym_guides as g (gym_id, tested) values (${gym}, true)
    on conflict (gym_id) do update set tested = true where not g.tested`)
