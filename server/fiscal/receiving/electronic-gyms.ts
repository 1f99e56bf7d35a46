import type { Database } from '../../platform/db/database.ts'

export interface ElectronicGym {
  gym: number
  taxId: string
}

/** Active gyms that issue electronic receipts, in the order of their ids. Branches may share an RNC. */
export const listElectronicGyms = async ({ platform }: Pick<Database, 'platform'>): Promise<ElectronicGym[]> =>
  (await platform.query<ElectronicGym>(`select gym, tax_id as "taxId" from list_electronic_gyms()`)).rows
