import { z } from 'zod'
import { apiAreasExceptHistory } from '../api-areas.ts'
import { defineArea, defineGet } from '../shared/define-area.ts'
import { type Endpoint, everyAreaMarker } from '../shared/endpoint.ts'
import type { ErrorName } from '../shared/errors.ts'
import { adminRoles, isRoleAllowed, type RoleName } from '../shared/roles.ts'
import { id, idInPath, makeListSchema, pageQuery, timestamp } from '../shared/schemas.ts'

type Recorded<Each> = Each extends { history: infer Tables } ? Extract<keyof Tables, string> : never
export type HistoryTableName = Recorded<(typeof apiAreasExceptHistory)[number]>
// The cast is needed because Object.keys types its result as string[].
export const historyTableNames = apiAreasExceptHistory.flatMap(({ history }) =>
  Object.keys(history),
) as HistoryTableName[]

export const historyActions = ['create', 'update', 'delete', 'restore'] as const
export type HistoryAction = (typeof historyActions)[number]

export const HistoryEntry = z.object({
  id: z.number().int(),
  at: timestamp,
  /** User who made the change; null if Torniquete itself did. `id` is null if a master of the platform made it. */
  user: z.object({ id: id.nullable(), name: z.string() }).nullable(),
  entity: z.enum(historyTableNames),
  entity_id: z.number().int(),
  /** Current name of the changed row, if it has a name. */
  entity_name: z.string().nullable(),
  action: z.enum(historyActions),
  /** Old and new values, formatted as in other responses. For a password only the fact of a change is shown. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** Tables whose rows only super admins read. */
const superAdminTables: readonly HistoryTableName[] = ['users', 'fiscal_settings', 'fiscal_ranges']

/** Lists the tables whose history a role may not see: those of super admins, and areas that the role cannot read. */
export const listHiddenHistoryTables = (role: RoleName): HistoryTableName[] =>
  role === 'gym_super_admin'
    ? []
    : apiAreasExceptHistory.flatMap(({ calls, history }) => {
        const reads = Object.values<Endpoint>(calls).filter(({ method }) => method === 'GET')
        const mayRead = (who: RoleName) => reads.some(({ may }) => isRoleAllowed(who, may))
        const tables = Object.keys(history) as HistoryTableName[] // cast, as Object.keys returns string[]
        return tables.filter(
          (table) => superAdminTables.includes(table) || (mayRead('gym_super_admin') && !mayRead(role)),
        )
      })

export const checkHistoryAccess = (role: RoleName, entity: HistoryTableName | undefined): ErrorName | null =>
  entity && listHiddenHistoryTables(role).includes(entity) ? 'role.forbidden' : null

export const historyArea = defineArea(
  {
    // The handler omits rows of tables that the caller may not read elsewhere (checkHistoryAccess).
    'history.list': defineGet(adminRoles, '/history/', 'List changes with user, time and values, newest first', {
      query: pageQuery.extend({
        entity: z.enum(historyTableNames).optional(),
        id: idInPath.optional(),
        user: idInPath.optional(),
        action: z.enum(historyActions).optional(),
      }),
      answer: makeListSchema(HistoryEntry),
      errors: ['role.forbidden'],
    }),
  },
  {
    shows: everyAreaMarker,
  },
)
