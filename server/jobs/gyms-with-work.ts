import type { Database } from '../db/database.ts'

interface GymWithWork {
  gym: number
  /** Something waits to go out, or is told by itself. */
  messages: boolean
  /** Requests for support wait to be passed on. */
  requests: boolean
}

/** The gyms that have anything to plan or to pass on: most have nothing, and are not asked one by one. */
export const gymsWithWork = async ({ platform }: Pick<Database, 'platform'>): Promise<GymWithWork[]> =>
  (await platform.query<GymWithWork>('select gym, messages, requests from gyms_with_work()')).rows
