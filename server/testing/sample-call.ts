// The sample type: how to try an endpoint.
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { Caller } from './api.ts'
import type { RawInput } from './raw-call.ts'
import type { Rows, World } from './two-gyms.ts'

export interface Sample {
  /** An input that the role's call must accept; it makes whatever it uses up. */
  valid: (world: World, caller: Caller, role: RoleName) => RawInput | Promise<RawInput>
  /** The same call on rows of a gym: the tests pass another gym's. Null where the input names no row of a gym. */
  rowsOf: ((rows: Rows) => RawInput) | null
  /** Expected answer for another gym's rows if it is no 404. */
  foreignAnswer?: object
  /** Fields kept for older forms: any text goes, and none is read. */
  ignored?: readonly string[]
  /** A status besides success that a valid input may have here: no terminal stands at a test's door. */
  alsoFine?: number
  /** The caller is nobody afterwards. */
  endsSession?: true
}

export const plain = (valid: Sample['valid'] = () => ({})): Sample => ({ valid, rowsOf: null })
export const onRow = (rowsOf: (rows: Rows) => RawInput, fresh?: Sample['valid']): Sample => ({
  valid: fresh ?? ((world) => rowsOf(world.mine)),
  rowsOf,
})
export const days = { start_date: '2026-01-01', end_date: '2026-12-31' }
