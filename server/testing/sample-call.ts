// Type of a sample call for an endpoint.
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { Caller } from './api.ts'
import type { RawInput } from './raw-call.ts'
import type { Rows, World } from './two-gyms.ts'

export interface Sample {
  /** An input that the role's call must accept; creates the rows that it uses up. */
  valid: (world: World, caller: Caller, role: RoleName) => RawInput | Promise<RawInput>
  /** The same call on rows of a gym: tests pass another gym's. Null if the input names no row of a gym. */
  onRowsOfGym: ((rows: Rows) => RawInput) | null
  /** Expected answer for another gym's rows if it is no 404. */
  foreignAnswer?: object
  /** Fields kept for older forms: any text is accepted and ignored. */
  ignored?: readonly string[]
  /** A second accepted status for a valid input, since no terminal is connected in a test. */
  otherValidStatus?: number
  /** The call ends the caller's session. */
  endsSession?: true
}

export const plain = (valid: Sample['valid'] = () => ({})): Sample => ({ valid, onRowsOfGym: null })
export const onRow = (rowsOf: (rows: Rows) => RawInput, fresh?: Sample['valid']): Sample => ({
  valid: fresh ?? ((world) => rowsOf(world.mine)),
  onRowsOfGym: rowsOf,
})
type Kind = { [Key in keyof Rows]: Rows[Key] extends number ? Key : never }[keyof Rows]
/** A call that names one row by its id: the world's, or a fresh one if it uses the row up. */
export const onId = (
  param: string,
  kind: Kind,
  fresh: (world: World) => Promise<number | { id: number }>,
  body?: object,
): Sample =>
  onRow(
    (rows) => ({ params: { [param]: rows[kind] }, ...(body && { body }) }),
    async (world) => {
      const made = await fresh(world)
      return { params: { [param]: typeof made === 'number' ? made : made.id }, ...(body && { body }) }
    },
  )
export const days = { start_date: '2026-01-01', end_date: '2026-12-31' }
