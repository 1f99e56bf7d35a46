// Type of the sample call that each endpoint has for generated tests.
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { Caller } from './api-caller.ts'
import type { RawCallInput } from './raw-call.ts'
import type { GymRowIds, TwoGyms } from './two-gyms.ts'

export interface SampleCall {
  /** Makes an input that the endpoint must accept from this role, and creates the rows that the call uses up. */
  valid: (world: TwoGyms, caller: Caller, role: RoleName) => RawCallInput | Promise<RawCallInput>
  /** Makes the same call on the given rows, in tests another gym's. Null if the input names no row of a gym. */
  onRowsOfGym: ((rows: GymRowIds) => RawCallInput) | null
  /** Expected answer to a call on another gym's rows, if it is not 404. */
  foreignAnswer?: object
  /** Body fields kept for older forms: the server accepts any text in them and ignores it. */
  ignored?: readonly string[]
  /** Another status that a valid input may get, since no terminal is connected in these tests. */
  otherValidStatus?: number
  /** True if the call ends the session of its caller. */
  endsSession?: true
}

export const makeRowlessSample = (valid: SampleCall['valid'] = () => ({})): SampleCall => ({ valid, onRowsOfGym: null })
export const makeRowSample = (rowsOf: (rows: GymRowIds) => RawCallInput, fresh?: SampleCall['valid']): SampleCall => ({
  valid: fresh ?? ((world) => rowsOf(world.mine)),
  onRowsOfGym: rowsOf,
})
type Kind = { [Key in keyof GymRowIds]: GymRowIds[Key] extends number ? Key : never }[keyof GymRowIds]
/** Sample of a call that names one row by its id: an existing row, or a new one if the call uses the row up. */
export const makeIdSample = (
  param: string,
  kind: Kind,
  fresh: (world: TwoGyms) => Promise<number | { id: number }>,
  body?: object,
): SampleCall =>
  makeRowSample(
    (rows) => ({ params: { [param]: rows[kind] }, ...(body && { body }) }),
    async (world) => {
      const made = await fresh(world)
      return { params: { [param]: typeof made === 'number' ? made : made.id }, ...(body && { body }) }
    },
  )
export const sampleDateRange = { start_date: '2026-01-01', end_date: '2026-12-31' }
